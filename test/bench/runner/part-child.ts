// One part in a process of its own, started by `runPart`: the URL of the list, the part's name, its size.
import { promisify } from 'node:util'
import type { PartSize, Parts } from './part.ts'

const [list, name, size] = process.argv.slice(2) as [string, string, PartSize]
const { parts } = (await import(list)) as { readonly parts: Parts }
const part = await parts[name]!()
const figures = await part[size]()
await promisify((done: (error: Error | null) => void) => process.send!(figures, done))()
// A part has closed what it opened: what it left open would keep this process, and be seen.
process.disconnect()

// One part in a process of its own, started by `runPart`: the URL of the list, the part's name, its size.
import { promisify } from 'node:util'
import type { PartSize, Parts } from './part.ts'

const [list, name, size] = process.argv.slice(2) as [string, string, PartSize]
const { parts } = (await import(list)) as { readonly parts: Parts }
// No part outlives who asked for its figures.
const end = () => process.exit(1)
process.once('disconnect', end)
// Listening keeps a process that waits for nothing.
process.channel!.unref()
const part = await parts[name]!()
const figures = await part[size]()
await promisify((done: (error: Error | null) => void) => process.send!(figures, done))()
// A service of a part listens too, and would end this process with a failure.
process.removeAllListeners('disconnect')
process.disconnect()

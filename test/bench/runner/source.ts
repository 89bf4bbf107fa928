import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of a benchmark, found by the line that lists it. */
export function sourceOf(name: string): string {
  const list = readFileSync(join(import.meta.dirname, 'list.ts'), 'utf8')
  const path = new RegExp(`^  '?${name}'?: \\(\\) =>\\s+import\\('(.+?)'\\)`, 'm').exec(list)![1]!
  return readFileSync(join(import.meta.dirname, path), 'utf8')
}

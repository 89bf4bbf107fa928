import { expect, test } from 'vitest'
import { importsOf, rooms, sourcesOf, targetOf } from './house.ts'

test.each(rooms)('$name has no import circle, type imports counted', (room) => {
  const arrows = new Map(
    sourcesOf(room).map((file) => [
      file,
      importsOf(file)
        .filter((key) => key.startsWith('.'))
        .map((key) => targetOf(file, key)),
    ]),
  )
  expect(circleIn(arrows)).toEqual([])
})

test('behavior: a circle is found', () => {
  const arrows = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ])
  expect(circleIn(arrows)).toEqual(['b', 'c', 'b'])
})

/** The first circle of a graph as the path that closes it; empty when there is none. */
function circleIn(arrows: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string): readonly string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return []
    path.push(node)
    for (const next of arrows.get(node) ?? []) {
      const circle = visit(next)
      if (circle.length > 0) return circle
    }
    path.pop()
    done.add(node)
    return []
  }
  for (const node of arrows.keys()) {
    const circle = visit(node)
    if (circle.length > 0) return circle
  }
  return []
}

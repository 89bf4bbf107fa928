import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { circleIn } from './graph.ts'
import { importsOf, type Room, rooms, sourcesOf, targetOf } from './house.ts'

test.each(rooms)('law: files of $name import in no circle, type imports counted', (room) => {
  expect(circleIn(fileArrowsOf(room))).toEqual([])
})

test.each(rooms)('law: folders of $name import in no circle, the door aside', (room) => {
  const folders = new Map<string, string[]>()
  for (const [file, targets] of fileArrowsOf(room)) {
    if (file === `${room.dir}/src/index.ts`) continue
    const folder = dirname(file)
    const others = targets.map((target) => dirname(target)).filter((other) => other !== folder)
    folders.set(folder, [...(folders.get(folder) ?? []), ...others])
  }
  expect(circleIn(folders)).toEqual([])
})

test('refuses: a circle is found', () => {
  const arrows = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ])
  expect(circleIn(arrows)).toEqual(['b', 'c', 'b'])
})

function fileArrowsOf(room: Room): ReadonlyMap<string, readonly string[]> {
  return new Map(
    sourcesOf(room).map((file) => [
      file,
      importsOf(file)
        .filter((key) => key.startsWith('.'))
        .map((key) => targetOf(file, key)),
    ]),
  )
}

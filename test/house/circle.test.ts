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
    const otherFolders = targets
      .map((target) => dirname(target))
      .filter((other) => other !== folder)
    folders.set(folder, [...(folders.get(folder) ?? []), ...otherFolders])
  }
  expect(circleIn(folders)).toEqual([])
})

test.each(rooms)('law: siblings of $name, at whatever level, import in no circle', (room) => {
  const circles = [...siblingArrowsOf(fileArrowsOf(room))].flatMap(([level, arrows]) => {
    const circle = circleIn(arrows)
    return circle.length === 0 ? [] : [`${level}: ${circle.join(' → ')}`]
  })
  expect(circles).toEqual([])
})

test('refuses: folders whose folders import each other', () => {
  const levels = siblingArrowsOf(
    new Map([
      ['src/a/deep/x.ts', ['src/b/y.ts']],
      ['src/b/y.ts', ['src/a/other/z.ts', 'src/door.ts']],
    ]),
  )
  expect(circleIn(levels.get('src')!)).toEqual(['a', 'b', 'a'])
})

test('refuses: a circle is found', () => {
  const arrows = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ])
  expect(circleIn(arrows)).toEqual(['b', 'c', 'b'])
})

/** By folder: which of the folders in it import which others, at whatever depth their files lie. */
function siblingArrowsOf(
  files: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const levels = new Map<string, Map<string, string[]>>()
  for (const [file, targets] of files) {
    for (const target of targets) {
      const [from, to] = [file.split('/'), target.split('/')]
      const depth = from.findIndex((part, index) => part !== to[index])
      // Files of the level itself belong to no folder of it.
      if (depth < 0 || depth >= from.length - 1 || depth >= to.length - 1) continue
      const level = from.slice(0, depth).join('/')
      const arrows = levels.get(level) ?? new Map<string, string[]>()
      arrows.set(from[depth]!, [...(arrows.get(from[depth]!) ?? []), to[depth]!])
      levels.set(level, arrows)
    }
  }
  return levels
}

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

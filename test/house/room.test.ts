import { expect, test } from 'vitest'
import { importsOf, type Room, rankOf, rooms, scope, sourcesOf, targetOf, textOf } from './house.ts'

const hubs =
  /(^|\/)(types?|utils?|helpers?|constants?|interfaces?|common|shared|misc|lib)(\.ts$|\/)/

/** The package that an import names: `@scope/name` or `name`, without a deep path. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

test.each(rooms)('$name is on the map', ({ name }) => {
  expect(rankOf(name)).toBeGreaterThanOrEqual(0)
})

test.each(rooms)('$name depends only on rooms below it', ({ name, dependencies }) => {
  const ours = dependencies.filter((key) => key.startsWith(scope))
  expect(ours.filter((dependency) => rankOf(dependency) >= rankOf(name))).toEqual([])
})

test.each(rooms)('$name imports only what its manifest names, and by the door', (room) => {
  const wrong = sourcesOf(room).flatMap((file) =>
    importsOf(file)
      .filter((specifier) => !/^(\.|node:)/.test(specifier))
      .filter((specifier) => {
        const name = packageOf(specifier)
        const isPastDoor = name.startsWith(scope) && specifier !== name
        return isPastDoor || !room.dependencies.includes(name)
      })
      .map((specifier) => `${file} imports ${specifier}`),
  )
  expect(wrong).toEqual([])
})

test.each(rooms)('$name uses every room its manifest names', (room) => {
  const used = new Set(sourcesOf(room).flatMap(importsOf).map(packageOf))
  expect(room.dependencies.filter((key) => key.startsWith(scope) && !used.has(key))).toEqual([])
})

test.each(rooms)('$name never enters through its own door', (room) => {
  const inside = sourcesOf(room).filter((file) =>
    importsOf(file).some((key) => key === room.name || /^(\.\/|(\.\.\/)+)index\.ts$/.test(key)),
  )
  expect(inside).toEqual([])
})

test.each(rooms)('$name has no hub file', (room) => {
  expect(sourcesOf(room).filter((file) => hubs.test(file.replace(`${room.dir}/src/`, '')))).toEqual(
    [],
  )
})

/** The folder of commands, each of whose folders is a family. */
const families = /(?:^|\/)src\/commands\/([^/]+)\//

/** Imports that lead from one family of commands into another; what two share lies beside the families. */
const strays = (arrows: Iterable<readonly [file: string, targets: readonly string[]]>) =>
  [...arrows].flatMap(([file, targets]) => {
    const family = families.exec(file)?.[1]
    if (family === undefined) return []
    return targets
      .filter((target) => ![undefined, family].includes(families.exec(target)?.[1]))
      .map((target) => `${file} imports ${target}`)
  })

const arrowsOf = (room: Room) =>
  sourcesOf(room).map((file) => {
    const inside = importsOf(file).filter((key) => key.startsWith('.'))
    return [file, inside.map((key) => targetOf(file, key))] as const
  })

test.each(rooms.filter(({ bin }) => Object.keys(bin).length > 0))(
  'law: no family of commands of $name imports another',
  (room) => {
    expect(strays(arrowsOf(room))).toEqual([])
  },
)

test('refuses: a family that imports another, and no family that imports what all share', () => {
  const commands = 'packages/cli/src/commands'
  const shared = 'packages/cli/src/input/tree.ts'
  expect(
    strays([
      [`${commands}/swap/build.ts`, [`${commands}/swap/option.ts`, shared]],
      [`${commands}/swap/quote.ts`, [`${commands}/action/deep/request.ts`]],
      [shared, [`${commands}/action/build.ts`]],
    ]),
  ).toEqual([`${commands}/swap/quote.ts imports ${commands}/action/deep/request.ts`])
})

test('law: pages judge nothing: what checks or judges is of a room that anybody can call', () => {
  const pages = rooms.find(({ dir }) => dir === 'packages/console')!
  const files = sourcesOf(pages)
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => judgesIn(textOf(file)).map((name) => `${file} ${name}`))).toEqual(
    [],
  )
})

test('refuses: a check that a page makes itself, whether as a function or as a value', () => {
  const planted = [
    'export async function checkDay() {}',
    'export const judgeBatch = () => true',
    "export { checkDay } from '@vaultwright/check'",
    'export function checkedRows() {}',
  ]
  expect(judgesIn(planted.join('\n'))).toEqual(['checkDay', 'judgeBatch'])
})

/** The functions of a file that others can call to judge an answer. */
function judgesIn(text: string): readonly string[] {
  const declared = /^export (?:async )?(?:function|const) ((?:check|judge)[A-Z]\w*)/gm
  return [...text.matchAll(declared)].map(([, name]) => name!)
}

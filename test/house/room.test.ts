import { expect, test } from 'vitest'
import { importsOf, rankOf, rooms, scope, sourcesOf } from './house.ts'

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

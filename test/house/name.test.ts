import { expect, test } from 'vitest'
import { codeOf, rooms, sourcesOf, textOf } from './house.ts'

/** Names that two rooms share on purpose, ten at most: why each is one word for one thing. */
const shared: Readonly<Record<string, string>> = {}

test('law: a type name has one meaning in the whole repository', () => {
  const homes = new Map<string, string[]>()
  for (const file of rooms.flatMap((room) => sourcesOf(room))) {
    const declared = codeOf(textOf(file)).matchAll(
      /^(?:export )?(?:declare )?(?:type|interface|class) (\w+)/gm,
    )
    for (const [, name] of declared) homes.set(name!, [...(homes.get(name!) ?? []), file])
  }
  const double = [...homes].filter(([name, files]) => files.length > 1 && !(name in shared))
  expect(Object.fromEntries(double)).toEqual({})
  expect(Object.keys(shared).length).toBeLessThanOrEqual(10)
})

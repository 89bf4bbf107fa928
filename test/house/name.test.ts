import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, rooms, root, sourcesOf, textOf } from './house.ts'

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

/** Metaphors, participles and pronouns: a name says what a thing is, in the words of the field. */
const coined = new Set(
  [
    'ground desk sheet fate seat standing stranger ink sink screen news tally scene stage mood storm',
    'calm theatre canary loner cassette manner nobody somebody',
    'found told said known',
    'isTold isToldSo wasTold isSaid isKept isStill isOtherwise isBarred isStranger isInked isNobody',
    'thinned readKept assertKept parkedKept listsKept encodeAgain readAgain asTold asHeard',
    'Ground Desk Sheet Fate Seat Standing Stranger Ink Sink Screen News Tally Scene Stage Mood',
    'Theatre Canary Cassette Manner Knowledge Told Said Kept Again',
  ].flatMap((names) => names.split(' ')),
)

/** Every TypeScript file that is written by hand, tests too. */
const written = [...rooms.map(({ dir }) => `${dir}/src`), 'test'].flatMap((dir) =>
  (readdirSync(join(root, dir), { recursive: true }) as string[])
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    .map((file) => `${dir}/${file}`),
)

test('law: no declaration has a coined name, or a participle for a name', () => {
  const named = written.flatMap((file) =>
    [
      ...codeOf(textOf(file)).matchAll(
        /\b(?:type|interface|class|function\*?|const|let) +([A-Za-z_$][\w$]*)/g,
      ),
    ].flatMap(([, name]) => (coined.has(name!) ? [`${file}: ${name}`] : [])),
  )
  expect(named).toEqual([])
})

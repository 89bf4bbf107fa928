import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, rooms, root, scope, textOf } from './house.ts'

const doors = rooms.filter(({ bin }) => Object.keys(bin).length === 0)

test.each(doors)('$name opens this door', async ({ name, dir }) => {
  const door = await import(/* @vite-ignore */ join(root, dir, 'src/index.ts'))
  const names = Object.keys(door).sort().join('\n')
  await expect(`${names}\n`).toMatchFileSnapshot(
    `__snapshots__/door/${name.replace(scope, '')}.txt`,
  )
})

/** Errors of stable packages, which a caller may catch by class, and functions that wait for their first user. */
const mostUnused = 150

test('law: a door exports what something outside its package uses, a few names aside', () => {
  const uses = doorUses()
  const unused = uses.flatMap((door) => door.unused.map((name) => `${door.package} ${name}`))
  expect(uses.flatMap(({ names }) => names).length).toBeGreaterThan(1_500)
  expect(unused.length, unused.join('\n')).toBeLessThanOrEqual(mostUnused)
})

test('refuses: a name that nothing uses, whatever it is called inside', () => {
  const names = namesOf(
    "export { type A, b as c } from './a.ts'\nexport type { D } from './d.ts'\n",
  )
  expect(names).toEqual(['A', 'c', 'D'])
  const merkle = doorUses().find((door) => door.package === '@vaultwright/merkle')!
  expect(merkle.names).toContain('buildTree')
  expect(merkle.unused).not.toContain('buildTree')
})

test.each(rooms)('law: the README of $name says what may be built on it', ({ dir }) => {
  const lines = textOf(`${dir}/README.md`).split('\n')
  const stability = lines.filter((line) => line.startsWith('Stability: '))
  expect(stability).toHaveLength(1)
  expect(stability[0]).toMatch(/^Stability: (stable|may change|internal)\.$/)
})

/** A package's door: the names it exports, and those that nothing outside the package uses. */
type DoorUse = {
  readonly package: string
  readonly names: readonly string[]
  readonly unused: readonly string[]
}

const isIgnored = (path: string) => /(^|\/)(node_modules|dist|\.cache)$/.test(path)

/**
 * Counts what uses a door: the code of other packages, tests across rooms, scripts, releases, and what documents show
 * as code. A test of the package itself is no use, nor is a word of the changelog.
 */
function doorUses(): readonly DoorUse[] {
  const used = new Map(rooms.map(({ name }) => [name, new Set<string>()]))
  const patterns = [
    '{packages,workers}/**/*.{ts,tsx,mjs}',
    '{test,scripts,release,foundry/script}/**/*.{ts,tsx,mjs,mts}',
    '{.,docs,deploy,foundry,packages/*,workers/*}/*.md',
  ]
  for (const file of globSync(patterns, { cwd: root, exclude: isIgnored })) {
    if (file === 'CHANGELOG.md') continue
    const owner = rooms.find(({ dir }) => file.startsWith(`${dir}/`))?.name
    for (const [name, words] of file.endsWith('.md')
      ? shownIn(textOf(file), owner)
      : importedBy(textOf(file)))
      if (file.endsWith('.md') || name !== owner)
        for (const word of words) used.get(name)?.add(word)
  }
  return rooms.map(({ name, dir }) => {
    const names = namesOf(textOf(`${dir}/src/index.ts`))
    return { package: name, names, unused: names.filter((word) => !used.get(name)!.has(word)) }
  })
}

/** The names that a door exports, types too. */
function namesOf(text: string): readonly string[] {
  return listsIn(codeOf(text), 'export').flatMap(({ items }) =>
    items.map((item) => item.split(/\s+as\s+/).at(-1)!),
  )
}

/** By package: the names that code takes of it; of a namespace, every word of the file. */
function importedBy(text: string): readonly (readonly [string, readonly string[]])[] {
  const code = codeOf(text)
  const whole = code.matchAll(/\bimport\s*\*\s*as\s+\w+\s+from\s*'([^']+)'|\bimport\(\s*'([^']+)'/g)
  return [
    ...listsIn(code, '(?:import|export)').map(
      ({ from, items }) => [from, items.map((item) => item.split(/\s+as\s+/)[0]!)] as const,
    ),
    ...[...whole].map((match) => [match[1] ?? match[2]!, wordsOf(code)] as const),
  ]
}

/** By package: what a document shows as code; of its own words in backticks, every package's but another's README. */
function shownIn(
  text: string,
  owner: string | undefined,
): readonly (readonly [string, readonly string[]])[] {
  const blocks = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].flatMap(([block]) =>
    wordsOf(block),
  )
  const readers = rooms.filter(({ name }) => owner === undefined || name === owner)
  return [...readers.map(({ name }) => [name, blocks] as const), ...importedBy(text)]
}

function listsIn(code: string, verb: string) {
  const pattern = new RegExp(`\\b${verb}\\s+(?:type\\s+)?\\{([^}]*)\\}\\s*from\\s*'([^']+)'`, 'g')
  return [...code.matchAll(pattern)].map(([, list, from]) => ({
    from: from!,
    items: list!
      .split(',')
      .map((item) => item.trim().replace(/^type\s+/, ''))
      .filter((item) => item !== ''),
  }))
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z_$][\w$]*/g) ?? []
}

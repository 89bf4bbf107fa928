import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { codeOf, rooms, root, sourcesOf, textOf } from './house.ts'

/** Names that two rooms share on purpose, ten at most: why each is one word for one thing. */
const shared: Readonly<Record<string, string>> = {}

test('law: an exported type name has one meaning in the whole repository', () => {
  const homes = new Map<string, string[]>()
  for (const file of rooms.flatMap((room) => sourcesOf(room))) {
    const declared = codeOf(textOf(file)).matchAll(
      /^export (?:declare )?(?:type|interface|class) (\w+)/gm,
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
const written = [...rooms.map(({ dir }) => `${dir}/src`), 'test', 'foundry/script'].flatMap((dir) =>
  (readdirSync(join(root, dir), { recursive: true }) as string[])
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${dir}/${file}`),
)

test('law: no declaration has a coined name, or a participle for a name', () => {
  const named = written
    .filter((file) => file.endsWith('.ts') && !file.startsWith('foundry/'))
    .flatMap((file) =>
      [
        ...codeOf(textOf(file)).matchAll(
          /\b(?:type|interface|class|function\*?|const|let) +([A-Za-z_$][\w$]*)/g,
        ),
      ].flatMap(([, name]) => (coined.has(name!) ? [`${file}: ${name}`] : [])),
    )
  expect(named).toEqual([])
})

/** Participles and pronouns, which do not say what a variable holds. */
const bare = new Set(
  [
    'asked wanted given kept seen one own rest other others why',
    'found told known at said made read',
  ].flatMap((names) => names.split(' ')),
)
const bareName = new RegExp(`\\b(?:${[...bare].join('|')})\\b`)

/** Rooms that still have such variables. */
const unnamed: readonly string[] = []

test('law: no variable is a bare participle or pronoun', () => {
  const named = written
    .filter((file) => !unnamed.some((dir) => file.startsWith(dir)))
    .map((file) => ({ file, text: textOf(file) }))
    .filter(({ text }) => bareName.test(text))
    .flatMap(({ file, text }) => bareNamesIn(text, file))
  expect(named).toEqual([])
})

test('refuses: a bare name in a declaration, a pattern and a loop, and not in a short arrow', () => {
  const planted = [
    'const asked = 1',
    'let { given, total: wanted, ...rest } = record',
    'for (const [at, other = 2] of list.entries()) {}',
    'function read({ kept }: Row, seen: number) {}',
    'const short = list.map((one) => {\n  const made = one })',
    'const long = list.map(({ own }) => {\n  const seen = own\n  return seen\n})',
    'type Given = { given: string }; row.given = { kept: 1 }',
  ].join('\n')
  expect(bareNamesIn(planted, 'planted.ts').map((name) => name.replace('planted.ts:', ''))).toEqual(
    ['1 asked', '2 given', '2 wanted', '2 rest', '3 at', '3 other', '4 kept', '7 own', '8 seen'],
  )
})

type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly name?: string
  readonly [part: string]: unknown
}

/** The variables of a source with a bare name: declared, or taken out of an object or a list. */
function bareNamesIn(text: string, file: string): readonly string[] {
  const { program } = parseSync(file, text)
  return [...declaredIn(program as unknown as Node, text)]
    .filter(({ name }) => bare.has(name!))
    .sort((left, right) => left.start - right.start)
    .map(({ name, start }) => `${file}:${lineAt(text, start)} ${name}`)
}

function* declaredIn(node: Node, text: string): Generator<Node> {
  const { type, start, end } = node
  const isShort = type === 'ArrowFunctionExpression' && lineAt(text, end) - lineAt(text, start) <= 1
  if (isShort) return
  if (type === 'VariableDeclarator' && !isVerb(node)) yield* namesIn(node.id as Node)
  for (const parameter of node.body === null ? [] : ((node.params ?? []) as readonly Node[])) {
    const pattern = parameter.type === 'AssignmentPattern' ? (parameter.left as Node) : parameter
    if (/^(?:Object|Array)Pattern$/.test(pattern.type)) yield* namesIn(pattern)
  }
  for (const part of Object.values(node).flat()) if (isNode(part)) yield* declaredIn(part, text)
}

/** True for a function `read`: its name is a verb. */
function isVerb({ id, init }: Node): boolean {
  return (id as Node).name === 'read' && /Function/.test((init as Node | null)?.type ?? '')
}

/** The names that a pattern declares. */
function* namesIn(pattern: Node | null): Generator<Node> {
  if (pattern === null) return
  const { type, properties, elements, left, argument, value } = pattern as Node & {
    readonly properties: readonly Node[]
    readonly elements: readonly (Node | null)[]
  }
  if (type === 'Identifier') yield pattern
  else if (type === 'ObjectPattern') for (const part of properties) yield* namesIn(part)
  else if (type === 'ArrayPattern') for (const part of elements) yield* namesIn(part)
  else yield* namesIn((left ?? value ?? argument ?? null) as Node | null)
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null)?.type === 'string'
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

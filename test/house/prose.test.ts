import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagesOf } from '../../release/site/guide.mjs'
import { codeOf, rooms, root, sourcesOf, textOf } from './house.ts'

/** Folders whose paths prose may name. */
const places = [
  'packages',
  'workers',
  'docs',
  'fixtures',
  'foundry',
  'test',
  'scripts',
  'deploy',
  'release',
]
const ignored = new Set(['node_modules', 'dist', '.cache'])

/** Every file and folder, folders with a stroke at the end. */
const paths = places.flatMap((place) => pathsIn(place))

/** Every page but the history, which names what is gone. */
const documents = pagesOf(root).filter((page) => page !== 'CHANGELOG.md')

test.each(documents)('law: every path that %s names exists', (file) => {
  const named = [...textOf(file).matchAll(/`([^`\s]+)`/g)]
    .map((match) => match[1]!)
    .filter((path) => places.some((place) => path.startsWith(`${place}/`)) && !path.includes('…'))
  expect(named.filter((path) => !paths.some((entry) => patternOf(path).test(entry)))).toEqual([])
})

/** `<name>` and `*` stand for a part of a name. */
function patternOf(path: string): RegExp {
  const parts = path.replace(/\/$/, '').split(/<[^>]+>|\*/)
  const text = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^/]+')
  return new RegExp(`^${text}/?$`)
}

function pathsIn(folder: string): readonly string[] {
  const inside = readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !ignored.has(name))
    .flatMap((entry) =>
      entry.isDirectory() ? pathsIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    )
  return [`${folder}/`, ...inside]
}

/** Phrases that hide who does what; the left side is what a sentence must not hold. */
const phrases =
  /(?<!\b[Tt]here) (?:is|are) no (?!longer\b)|\b[Nn]obody\b|\b[Ss]omebody\b|\b[Ww]hoever\b|\b(?:is|are) told\b/

/** The exceptions, each with its reason. */
const exceptions: ReadonlyMap<string, string> = new Map([
  [
    'packages/manager/src/rule/rule-expression.ts',
    'the sentence begins with "there" or with the thing',
  ],
  [
    'packages/api/src/page/simulation-effect.ts',
    'names the counterparty of minted and burnt tokens',
  ],
])

test('law: no message or description holds a phrase that hides who does what', () => {
  const matches = rooms
    .filter(({ dir }) => dir !== 'packages/cli')
    .flatMap((room) => sourcesOf(room))
    .filter((file) => !exceptions.has(file))
    .flatMap((file) => textsOf(textOf(file)).map((text) => ({ file, text })))
    .filter(({ text }) => phrases.test(text))
  expect(matches).toEqual([])
})

test('law: no page holds a phrase that hides who does what', () => {
  const matches = documents
    .filter((file) => !file.startsWith('packages/cli/'))
    .flatMap((file) => {
      const prose = textOf(file).replace(/^```[\s\S]*?^```/gm, '')
      return prose
        .split('\n')
        .filter((line) => phrases.test(line))
        .map((line) => ({ file, line }))
    })
  expect(matches).toEqual([])
})

/** Words with which a comment asks instead of saying: it begins with a noun or a verb. */
const questions = /\/\*\*\s*(?:\*\s*)?(?:What|Where|Who|Whose|Whom|Which|How|Whether)(?:ever)?\b.*/g

/** Rooms that still have such comments. */
const asking: readonly string[] = []

test('law: no comment begins with What, Where, Who, How or Whether', () => {
  const comments = paths
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !asking.some((dir) => path.startsWith(dir)))
    .flatMap((path) => questionsIn(textOf(path)).map((comment) => `${path}: ${comment}`))
  expect(comments).toEqual([])
})

test('refuses: a comment that begins with a question, in one line or in several', () => {
  const planted = ['What it is.', 'How it is.', '\n * Whether it is.', 'The way it is.', 'Howl.']
  expect(planted.flatMap((text) => questionsIn(`/** ${text} */`))).toHaveLength(3)
})

function questionsIn(text: string): readonly string[] {
  return (text.match(questions) ?? []).map(String)
}

/** The quoted texts of a file; a template counts with what it embeds. */
function textsOf(code: string): readonly string[] {
  return (codeOf(code).match(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g) ?? []).map(String)
}

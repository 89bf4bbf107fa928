import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagesOf } from '../../release/site/guide.mjs'
import { root, textOf } from './house.ts'

// A figure is a claim: where what it counts changes, the page has to change with it.

/** Figures that a test counts, and compares with the page: the test spells the sentence with its own counts. */
const counted = [
  ['docs/package.md', 'packages/protocols/src/catalogue/protocol.test.ts'],
  ['README.md', 'packages/protocols/src/catalogue/evidence.test.ts'],
  ['docs/safety.md', 'test/fork/decoder/decoder.test.ts'],
  ['docs/safety.md', 'test/fork/simulation/matrix.test.ts'],
  ['docs/safety.md', 'test/fork/simulation/catalogue.test.ts'],
  ['packages/definition/README.md', 'test/conformance/recognition.test.ts'],
] as const

/** The places of a page's code, beyond its own room and that room's tests. */
const places: Readonly<Record<string, readonly string[]>> = {
  'packages/api/README.md': ['packages/svm-builder', 'packages/chain'],
  'packages/chain/README.md': ['foundry/script'],
  'packages/protocols/README.md': ['test/e2e'],
  'workers/indexer/README.md': ['packages/chain'],
}
const everywhere = ['packages', 'workers', 'test', 'scripts', 'release', 'deploy']

const pages = pagesOf(root).filter((page) =>
  /^(README|SECURITY|docs\/.*|deploy\/README|(packages|workers)\/[^/]+\/README)\.md$/.test(page),
)

test.each(pages)(
  'law: each figure of %s is in its code, or its test or what measured it is named',
  (page) => {
    const room = page.match(/^(?:packages|workers)\/([^/]+)/)
    const ownFiles =
      room === null ? everywhere : [room[0], `test/${room[1]}`, ...(places[page] ?? [])]
    const inCode = new Set(ownFiles.flatMap((place) => [...numeralsIn(place)]))
    const tests = counted.filter(([other]) => other === page).map(([, path]) => textOf(path))
    const wrong = sectionsOf(textOf(page)).flatMap((section) =>
      isMeasured(section)
        ? []
        : section.lines.flatMap((line) =>
            figuresOf(line)
              .filter(({ figure }) => !inCode.has(figure))
              .filter(({ words }) => !tests.some((text) => words.test(text)))
              .map(({ figure }) => `${figure}: ${line}`),
          ),
    )
    expect(wrong).toEqual([])
  },
)

test('law: no test is named for nothing', () => {
  for (const [page, path] of counted) {
    const text = textOf(path)
    const isUsed = ({ words }: Figure) => words.test(text)
    expect(textOf(page).split('\n').flatMap(figuresOf).some(isUsed), `${page} ${path}`).toBe(true)
  }
})

test('golden: figures of a line', () => {
  const line = '`12` of 3,148 leaves in [24 trees](x/33), 1.25 s, 2^22, 0x99, v4 and 7'
  expect(figuresOf(line).map(({ figure }) => figure)).toEqual(['3148', '24', '1.25', '22'])
  expect([...numeralsOf('const a = 131_072 + 4 * 1_024 + 2 ** 10 - 3n')]).toEqual([
    '131072',
    '4',
    '1024',
    '2',
    '10',
    '3',
    '4096',
  ])
})

type Figure = {
  readonly figure: string
  /** The same words in a test that puts its own count there. */
  readonly words: RegExp
}

/** Figures of two digits and more in prose; names, versions, addresses and code are none. */
function figuresOf(line: string): readonly Figure[] {
  const prose = line.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']')
  return [...prose.matchAll(/(?<![\w.#/-])\d[\d,]*(?:\.\d+)?(?![\w.]*\d)/g)]
    .map(({ 0: text, index }) => {
      const after = prose.slice(index + text.length).match(/^ [a-z]+ ?[a-z]*/)?.[0] ?? '$'
      return {
        figure: text.replaceAll(',', '').replace(/\.$/, ''),
        words: new RegExp(`\\$\\{[^}]+\\}${after}`),
      }
    })
    .filter(({ figure }) => figure.replace('.', '').length > 1)
}

type Section = { readonly title: string; readonly lines: readonly string[] }

/** The parts of a page between its headings, without its blocks of code. */
function sectionsOf(text: string): readonly Section[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
  return prose.split(/^(?=#+ )/m).map((part) => {
    const [title, ...lines] = part.split('\n')
    return { title: title!, lines }
  })
}

/** True if a section names the program of this repository that measured its figures. */
function isMeasured({ lines }: Section): boolean {
  const paths = [...lines.join('\n').matchAll(/`[^`]*\b(test\/[\w./-]+\w)[^`]*`/g)]
  return paths.some(([, path]) => existsSync(join(root, path!)))
}

const numerals = new Map<string, ReadonlySet<string>>()

/** Every numeral in the code under a folder; in vectors and packs there is every number. */
function numeralsIn(place: string): ReadonlySet<string> {
  const earlier = numerals.get(place)
  if (earlier !== undefined) return earlier
  const folder = join(root, place)
  const files = existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : []
  const all = new Set(
    files
      .filter((file) => /\.(ts|tsx|mjs|toml|ya?ml|service)$/.test(file))
      .filter((file) => !/(^|\/)(node_modules|dist|fixtures)\/|\.generated\.ts$/.test(file))
      .flatMap((file) => [...numeralsOf(textOf(`${place}/${file}`))]),
  )
  numerals.set(place, all)
  return all
}

/** Numerals as pages spell them, products of two or three as their values. */
function numeralsOf(code: string): ReadonlySet<string> {
  const text = code.replaceAll('_', '')
  return new Set([
    ...[...text.matchAll(/(?<![\w.])\d+(?:\.\d+)?/g)].map(([numeral]) => numeral),
    ...[...text.matchAll(/(?<![\w.])\d+(?: \* \d+){1,2}/g)].map(([product]) =>
      String(product.split(' * ').reduce((value, factor) => value * Number(factor), 1)),
    ),
  ])
}

import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, run as runProgram, start } from './program.ts'

/** A folder that looks like a clone, so that what the examples write does not lie in the repository. */
const clone = mkdtempSync(join(tmpdir(), 'vaultwright-readme-'))
for (const name of ['fixtures', 'packages', 'workers', 'node_modules']) {
  symlinkSync(join(root, name), join(clone, name))
}
writeFileSync(join(clone, 'package.json'), '{"type":"module"}')
afterAll(() => rmSync(clone, { recursive: true, force: true }))

/** The front door first: the others use the calldata that its tour writes. */
const documents = [
  'README.md',
  ...['packages', 'workers'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`),
  ),
  'foundry/README.md',
  'test/bench/README.md',
].filter((file) => existsSync(join(root, file)))

/** Where the tour says that the local chain and the service listen, and where they do here. */
const places = new Map<string, string>()
let key = ''
beforeAll(async () => {
  const shown = documents.flatMap((file) => blocksOf(file, 'console')).join('')
  expect(shown).toContain('http://127.0.0.1:8545')
  expect(shown).toContain('http://127.0.0.1:8546')
  expect(shown).toContain('http://127.0.0.1:8080')
  const chain = start(['dev', 'chain', '--port', '0', '--json'])
  const liar = start(['dev', 'chain', '--lying', '--port', '0', '--json'])
  const service = start(['dev', 'serve', '--port', '0', '--json'])
  const [ofChain] = await chain.lines(1)
  const [ofLiar] = await liar.lines(1)
  const [ofService] = await service.lines(1)
  places.set('http://127.0.0.1:8545', JSON.parse(ofChain!).url)
  places.set('http://127.0.0.1:8546', JSON.parse(ofLiar!).url)
  places.set('http://127.0.0.1:8080', JSON.parse(ofService!).url)
  places.set('http://127.0.0.1:8899', JSON.parse(ofService!).solana)
  key = JSON.parse(ofService!).key
})

type Shown = { readonly file: string; readonly command: string; readonly output: readonly string[] }

test.each(documents.flatMap(shownIn))(
  'golden: $file shows what is printed: $command',
  ({ command, output }) => {
    const { stdout, stderr, status } = run(command)
    const isRefusal = output[0]?.startsWith('error ') === true
    expect(Number(status) > 1, stderr).toBe(isRefusal)
    const text = isRefusal ? `${stdout}${stderr}` : stdout
    const lines = text === '' ? [] : withDocumentedPlaces(text.trimEnd()).split('\n')
    expect(elidedLike(lines, output).map((line, at) => shortenedLike(line, output[at]))).toEqual(
      output,
    )
  },
)

const examples = documents.flatMap((file) =>
  blocksOf(file, 'ts').map((code, index) => ({ file, index, code })),
)

describe('examples', () => {
  let failures: Readonly<Record<string, string>>
  let output = ''
  // One process after the other would load the same packages anew for each.
  beforeAll(() => {
    for (const [at, { code }] of examples.entries()) {
      writeFileSync(join(clone, `example-${at}.ts`), withActualPlaces(code))
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--conditions=source', '--no-warnings', '--input-type=module', '-e', runExamples],
      {
        cwd: clone,
        encoding: 'utf8',
        env: { ...process.env, VAULTWRIGHT_API_KEY: key, EXAMPLES: String(examples.length) },
      },
    )
    failures = JSON.parse(stdout.split('\n').at(-1)!)
    output = stderr
  })

  test.each(examples.map(({ file, index }, at) => ({ file, index, at })))(
    'golden: the example runs: $file, $index',
    ({ at }) => {
      expect(failures[at]).toBe('')
    },
  )

  test('law: no example writes to standard error', () => {
    expect(output).toBe('')
  })
})

/** Imports every example, and prints what each failed with as the last line. */
const runExamples = `
  const failures = {}
  for (let at = 0; at < Number(process.env.EXAMPLES); at++) {
    failures[at] = await import(process.cwd() + '/example-' + at + '.ts').then(() => '', (error) => String(error?.stack ?? error))
  }
  process.stdout.write('\\n' + JSON.stringify(failures))
  process.exit(0)`

test('law: there is a tour and there are examples', () => {
  expect(shownIn('README.md').length).toBeGreaterThan(4)
  expect(documents.flatMap(shownIn).length).toBeGreaterThan(25)
  expect(examples.length).toBeGreaterThan(15)
})

test('law: the front door has at most 250 lines, and its links lead somewhere', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  expect(text.split('\n').length).toBeLessThanOrEqual(250)
  const links = documents.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)#:]+)\)/g)].map(
      (match) => `${dirname(file)}/${match[1]}`,
    ),
  )
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
})

/** The commands of the console blocks, in order, with what they print. */
function shownIn(file: string): readonly Shown[] {
  return blocksOf(file, 'console')
    .flatMap((block) => block.split(/^\$ /m).slice(1))
    .map((part) => {
      const lines = part.trimEnd().split('\n')
      const end = lines.findIndex((line) => !line.endsWith('\\'))
      return {
        file,
        command: lines
          .slice(0, end + 1)
          .map((line) => line.replace(/\\$/, '').trim())
          .join(' '),
        output: lines.slice(end + 1),
      }
    })
}

function blocksOf(file: string, language: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    (match) => match[1]!,
  )
}

function run(command: string) {
  const env = { ...process.env, VAULTWRIGHT_API_KEY: key }
  const plain = /^npx vaultwright((?: '[^']*'| [\w./:=@,+-]+)*)$/.exec(withActualPlaces(command))
  if (plain !== null) {
    const words = [...plain[1]!.matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare!,
    )
    const { code, out, err } = runProgram(words, { cwd: clone, env })
    return { status: code, stdout: out, stderr: err }
  }
  const line = command.replace(
    /^npx vaultwright/,
    `"${process.execPath}" packages/cli/dist/main.js`,
  )
  return spawnSync('sh', ['-c', withActualPlaces(line)], { cwd: clone, encoding: 'utf8', env })
}

function withActualPlaces(text: string): string {
  return [...places].reduce((all, [documented, heard]) => all.replaceAll(documented, heard), text)
}

function withDocumentedPlaces(text: string): string {
  return [...places].reduce((all, [documented, heard]) => all.replaceAll(heard, documented), text)
}

/** The lines, with every run that the README left out replaced by its `…`. */
function elidedLike(lines: readonly string[], shown: readonly string[]): readonly string[] {
  const gap = shown.findIndex((line) => line.trim() === '…')
  if (gap < 0) return lines
  const rest = shown.length - gap - 1
  if (lines.length < gap + rest) return lines
  return [...lines.slice(0, gap), shown[gap]!, ...lines.slice(lines.length - rest)]
}

/** The line as the README shows it, where each of its `…` stands for any words. */
function shortenedLike(line: string, shown: string | undefined): string {
  if (shown === undefined || !shown.includes('…')) return line
  const pattern = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pattern.join('.*')}$`).test(line) ? shown : line
}

import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { blocksOf, pagesOf } from '../../../release/site/guide.mjs'
import { root, run as runProgram, scratch } from '../../e2e/program.ts'

type Outcome = ReturnType<typeof runProgram>

/** An example needs a chain or a service if it names where one listens, or starts one. */
const needsNode = /http:\/\/127\.0\.0\.1:|\b(?:openAnvil|openServer|runIndexer)\b/

export type Tier = 'offline' | 'node'

/** A block of a page that runs. */
export type Example = {
  readonly page: string
  readonly line: number
  readonly language: 'console' | 'ts'
  readonly code: string
  /** The tier of an example that needs a chain or a service; those behind it may use its results. */
  readonly tier: Tier
}

/** A command of a page, with what the page says that it prints. */
export type ShownCommand = {
  readonly page: string
  readonly command: string
  readonly output: readonly string[]
}

/** The places where a page says that chains and the service listen, and those where they do here. */
export type Surroundings = { readonly places: ReadonlyMap<string, string>; readonly key: string }

/** Every example of every page; the tour stands before the pages that use its calldata. */
export const examples: readonly Example[] = pagesOf(root).flatMap((page) => {
  let tier: Tier = 'offline'
  return blocksOf(readFileSync(join(root, page), 'utf8')).flatMap(({ language, line, code }) => {
    if (language !== 'console' && language !== 'ts') return []
    if (needsNode.test(code)) tier = 'node'
    return [{ page, line, language, code, tier }]
  })
})

/** The commands of a tier, in the order of the pages. */
export function commandsOf(tier: Tier): readonly ShownCommand[] {
  return examples
    .filter((example) => example.language === 'console' && example.tier === tier)
    .flatMap(({ page, code }) => commandsIn(code).map((shown) => ({ page, ...shown })))
}

/** The commands of a block, with what stands below each. */
export function commandsIn(code: string): readonly Omit<ShownCommand, 'page'>[] {
  const parts = code.split(/^\$ /m).slice(1)
  return parts.map((part) => {
    const lines = part.trimEnd().split('\n')
    const end = lines.findIndex((line) => !line.endsWith('\\'))
    const words = lines.slice(0, end + 1).map((line) => line.replace(/\\$/, '').trim())
    return { command: words.join(' '), output: lines.slice(end + 1) }
  })
}

/** Makes a folder that looks like a clone, so that what examples write does not lie in the repository. */
export function openClone(): string {
  const clone = scratch()
  for (const name of ['fixtures', 'packages', 'workers', 'node_modules']) {
    symlinkSync(join(root, name), join(clone, name))
  }
  writeFileSync(join(clone, 'package.json'), '{"type":"module"}')
  return clone
}

/** Runs a command, and asserts that it prints what its page shows. */
export function assertShown(shown: ShownCommand, clone: string, surroundings: Surroundings): void {
  const { command, output } = shown
  const { out, err, code } = runCommand(command, clone, surroundings)
  const isRefusal = output[0]?.startsWith('error ') === true
  expect(Number(code) > 1, err).toBe(isRefusal)
  const text = replaced(isRefusal ? `${out}${err}` : out, documentedOf(surroundings))
  const lines = text === '' ? [] : text.trimEnd().split('\n')
  expect(elidedLike(lines, output)).toEqual(output)
}

const plainProgram = /^(?:(.*) \| )?npx vaultwright((?: '[^']*'| [\w./:=@,+-]+)*)$/

/** Runs a command of a page: the program in this process, anything else, and what stands before a pipe, by a shell. */
export function runCommand(command: string, clone: string, { places, key }: Surroundings): Outcome {
  const env = { ...process.env, VAULTWRIGHT_API_KEY: key }
  const line = replaced(command, places)
  const shell = (text: string): Outcome => {
    const command = `"${process.execPath}" packages/cli/dist/main.js`
    const words = ['-c', text.replaceAll('npx vaultwright', command)]
    const { stdout, stderr, status } = spawnSync('sh', words, { cwd: clone, encoding: 'utf8', env })
    return { code: status, out: stdout, err: stderr }
  }
  const [, before, plain] = plainProgram.exec(line) ?? []
  if (plain === undefined) return shell(line)
  const words = [...plain.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!)
  const input = before === undefined ? '' : shell(before).out
  return runProgram(words, { cwd: clone, env, input })
}

/** The failure of each example in TypeScript, empty for none, and their standard error. */
export type ExampleRun = { readonly failures: readonly string[]; readonly errors: string }

/** Runs examples in one process: one after the other would load the same packages anew for each. */
export function runExamples(
  codes: readonly string[],
  clone: string,
  { places, key }: Surroundings,
): ExampleRun {
  for (const [index, code] of codes.entries()) {
    writeFileSync(join(clone, `example-${index}.ts`), replaced(code, places))
  }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', importAll],
    {
      cwd: clone,
      encoding: 'utf8',
      env: { ...process.env, VAULTWRIGHT_API_KEY: key, EXAMPLES: String(codes.length) },
    },
  )
  return { failures: JSON.parse(stdout.split('\n').at(-1)!), errors: stderr }
}

/** Imports every example, and prints what each failed with as the last line. */
const importAll = `
  const failures = []
  for (let at = 0; at < Number(process.env.EXAMPLES); at++) {
    failures.push(await import(process.cwd() + '/example-' + at + '.ts').then(() => '', (error) => String(error?.stack ?? error)))
  }
  process.stdout.write('\\n' + JSON.stringify(failures))
  process.exit(0)`

function documentedOf({ places }: Surroundings): ReadonlyMap<string, string> {
  return new Map([...places].map(([documented, heard]) => [heard, documented]))
}

function replaced(text: string, places: ReadonlyMap<string, string>): string {
  return [...places].reduce((all, [from, to]) => all.replaceAll(from, to), text)
}

const isGap = (line: string) => line.trim() === '…'

/** The lines as a page shows them, with `…` for the lines and the words that it leaves out, where they agree. */
export function elidedLike(lines: readonly string[], shown: readonly string[]): readonly string[] {
  const gap = shown.findIndex(isGap)
  if (gap < 0) return lines.map((line, at) => shortenedLike(line, shown[at]))
  const head = lines.slice(0, gap).map((line, at) => shortenedLike(line, shown[at]))
  const tail = shown.slice(gap + 1)
  const next = tail.findIndex(isGap)
  const place =
    next < 0 ? lines.length - tail.length : placeOf(tail.slice(0, next), lines.slice(gap)) + gap
  if (place < gap) return [...head, ...lines.slice(gap)]
  return [...head, shown[gap]!, ...elidedLike(lines.slice(place), tail)]
}

/** The position of lines that follow each other; before the first line if there is none. */
function placeOf(part: readonly string[], lines: readonly string[]): number {
  return lines.findIndex((_, at) =>
    part.every((shown, index) => shortenedLike(lines[at + index] ?? '', shown) === shown),
  )
}

/** The line as the page shows it, where each of its `…` stands for any words. */
function shortenedLike(line: string, shown: string | undefined): string {
  if (shown === undefined || !shown.includes('…')) return line
  const pattern = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pattern.join('.*')}$`).test(line) ? shown : line
}

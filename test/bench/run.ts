// Benchmarks against other libraries. Started by `npm run bench`, which installs those and builds.
import { availableParallelism, loadavg } from 'node:os'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Bars, barsWithoutFigure } from './runner/bar.ts'
import { PartFailedError, type PartSize, type Parts, runPart } from './runner/part.ts'
import { type Line, lineOf, printJson, printRow, tableHead } from './runner/print.ts'

const usage = `npm run bench -- [--json] [--tiny] [--list <module>] [<name> …]

Runs the named benchmarks, or all. Exits with 1 if a benchmark fails, and with 2 if you ask for what does not exist.
A missed bar is shown and counted, and is not a failure.
  --json   one line a figure in place of the table (with npm run --silent, nothing else is on the standard output)
  --tiny   the least work: shows that each benchmark works; its times say nothing, and no bar is held against them
  --list   another list of benchmarks: a module that exports parts and bars, as test/bench/runner/list.ts does`

/** The exports of `runner/list.ts`, or of another module of its kind. */
type BenchList = { readonly parts: Parts; readonly bars: Bars }

type BenchOptions = {
  readonly listUrl: string
  readonly size: PartSize
  readonly print: (line: Line) => string
}

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const words = readWords(args)
  if (words instanceof Error) return refuse(words.message)
  const { values, positionals } = words
  if (values.help) {
    console.log(usage)
    return 0
  }
  const listUrl =
    values.list === undefined
      ? new URL('runner/list.ts', import.meta.url).href
      : pathToFileURL(values.list).href
  const list: BenchList = await import(listUrl)
  const listed = Object.keys(list.parts)
  const unknown = positionals.find((name) => !listed.includes(name))
  if (unknown !== undefined) {
    return refuse(`"${unknown}" is not a benchmark. Give some of: ${listed.join(', ')}.`)
  }
  if (!values.json) console.log(tableHead)
  const names = positionals.length > 0 ? [...new Set(positionals)] : listed
  const { lines, failures } = await runAll(names, list, {
    listUrl,
    size: values.tiny ? 'tiny' : 'full',
    print: values.json ? printJson : printRow,
  })
  summarize(lines, values.json ? console.error : console.log)
  if (failures > 0) console.error(`${failures} of ${names.length} benchmarks failed`)
  return failures > 0 ? 1 : 0
}

function readWords(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const options = { json: flag, tiny: flag, help: flag, list: { type: 'string' } } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    return error as Error
  }
}

function refuse(message: string): number {
  console.error(`${message}\n\n${usage}`)
  return 2
}

/** The others run on after a failure, so that one run shows everything that is wrong. */
async function runAll(names: readonly string[], list: BenchList, options: BenchOptions) {
  const lines: Line[] = []
  let failures = 0
  for (const name of names) {
    try {
      for await (const line of linesOf(name, list, options)) {
        lines.push(line)
        console.log(options.print(line))
      }
    } catch (error) {
      if (!(error instanceof PartFailedError)) throw error
      failures++
      console.error(error.message)
    }
  }
  return { lines, failures }
}

async function* linesOf(part: string, list: BenchList, { listUrl, size }: BenchOptions) {
  const load = loadavg()[0]!
  const figures = await runPart({ list: listUrl, name: part, size })
  const bars = (size === 'full' && list.bars[part]) || {}
  const context = { part, bars, load, cores: availableParallelism() }
  for (const figure of figures) yield lineOf(figure, context)
  const [idle] = barsWithoutFigure(bars, figures)
  if (idle !== undefined) throw new PartFailedError(part, `its bar "${idle}" has no figure`)
}

function summarize(lines: readonly Line[], say: (text: string) => void): void {
  const judged = lines.filter(({ bar }) => bar !== null)
  if (judged.length === 0) return
  const missed = judged.filter(({ held }) => held === false).length
  const unmeasured = judged.filter(({ held }) => held === null).length
  say(`${missed} of ${judged.length} bars missed, ${unmeasured} not measured`)
  if (missed > 0) say('Other work on the machine may be why: compare the load with the cores.')
  if (unmeasured > 0) say('What is not measured has a peer that is not installed.')
}

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import {
  BaseSequencer,
  createVitest,
  type Reporter,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import { root } from '../house/house.ts'
import { tierOf } from '../support/reporter/tier.ts'
import { type Mutant, mutate } from './mutant.ts'

/** The first test file that failed, `time` if the tests did not end, null if all passed. */
export type Notice = string | null

export type Noticing = {
  /** Test files of the quick tier below a folder that import the source, the most likely to notice first. */
  readonly testsOf: (source: string, folder: string) => Promise<readonly TestSpecification[]>
  readonly run: (
    tests: readonly TestSpecification[],
    work: { readonly mutant: Mutant | null; readonly limit: number },
  ) => Promise<Notice>
  readonly close: () => Promise<void>
}

/** One Vitest for all faults: it keeps what it transformed, and gives the tests the source with the fault. */
export async function openNoticing(): Promise<Noticing> {
  let planted: Mutant | null = null
  let notice: Notice = null
  const reporter: Reporter = {
    onTestModuleEnd(module) {
      if (module.state() === 'failed') notice ??= module.relativeModuleId
    },
  }
  const plugin: Plugin = {
    name: 'mutant',
    enforce: 'pre',
    transform: (text, id) =>
      planted !== null && id === join(root, planted.file) ? mutate(text, planted) : null,
  }
  const vitest = await createVitest(
    'test',
    {
      config: join(root, 'test/vitest.config.ts'),
      // Its key is the text of the source on the disk.
      fsModuleCache: false,
      watch: false,
      bail: 1,
      maxWorkers: 1,
      reporters: [reporter],
      update: 'none',
      cache: false,
      silent: true,
      sequence: { sequencer: AsGiven },
    },
    { plugins: [plugin] },
  )
  const invalidate = (mutant: Mutant | null) => {
    if (mutant !== null) vitest.invalidateFile(join(root, mutant.file))
  }
  return {
    testsOf: async (source, folder) => {
      vitest.config.related = [join(root, source)]
      const tests = await vitest.getRelevantTestSpecifications([folder])
      Reflect.deleteProperty(vitest.config, 'related')
      return tests
        .filter(({ moduleId }) => tierOf(moduleId) === 'quick')
        .map((test) => ({ test, rank: rankOf(test, source) }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ test }) => test)
    },
    run: async (tests, { mutant, limit }) => {
      if (tests.length === 0) return null
      planted = mutant
      notice = null
      invalidate(mutant)
      const timer = setTimeout(() => {
        notice ??= 'time'
        end(vitest)
      }, limit)
      const { unhandledErrors } = await vitest.runTestSpecifications([...tests])
      clearTimeout(timer)
      invalidate(mutant)
      planted = null
      return notice ?? (unhandledErrors.length > 0 ? 'an error outside tests' : null)
    },
    close: () => vitest.close(),
  }
}

/** The second request ends a worker that does not end by itself. */
function end(vitest: Vitest) {
  void vitest.cancelCurrentRun('test-failure')
  setTimeout(() => void vitest.cancelCurrentRun('test-failure'), 1000)
}

/** A test that names what the source exports, or has its name, comes before one that only reaches it. */
function rankOf(test: TestSpecification, source: string): number {
  const text = readFileSync(test.moduleId, 'utf8')
  const exports = readFileSync(join(root, source), 'utf8').matchAll(
    /^export (?:async )?(?:function|const|class) (\w+)/gm,
  )
  const named = [...exports].filter(([, name]) => new RegExp(`\\b${name}\\b`).test(text)).length
  const isNamesake = basename(test.moduleId).startsWith(basename(source).replace(/\.tsx?$/, ''))
  return distance(test, source) - 100 * (named + Number(isNamesake))
}

/** Folders between a test and a source; its own test comes before its neighbours. */
function distance({ moduleId }: TestSpecification, source: string): number {
  const test = moduleId.slice(root.length + 1).split('/')
  const path = source.split('/')
  const shared = path.findIndex((part, index) => part !== test[index])
  const isOwn = moduleId.endsWith(`/${source.replace(/\.tsx?$/, '')}.test.ts`)
  return isOwn ? -1 : test.length + path.length - 2 * shared
}

class AsGiven extends BaseSequencer {
  override async sort(tests: TestSpecification[]): Promise<TestSpecification[]> {
    return tests
  }
}

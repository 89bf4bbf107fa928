import { beforeAll, describe, expect, test } from 'vitest'
import {
  assertShown,
  commandsOf,
  type ExampleRun,
  examples,
  openClone,
  runCommand,
  runExamples,
} from '../support/page/page-example.ts'
import { start } from './program.ts'

// The examples that ask a chain or the service: the second half of the tour, swaps, Solana, and those of packages.
const clone = openClone()
const commands = commandsOf('node')
const codes = examples.filter(({ language, tier }) => language === 'ts' && tier === 'node')
const places = new Map<string, string>()
const surroundings = { places, key: '' }

beforeAll(async () => {
  const liar = start(['dev', 'chain', '--lying', '--port', '0', '--json'])
  const service = start(['dev', 'serve', '--port', '0', '--json'])
  const [ofService] = await service.lines(1)
  const demo = JSON.parse(ofService!)
  // The chain of the demo is the one that `dev chain` starts.
  places.set('http://127.0.0.1:8545', demo.chain)
  places.set('http://127.0.0.1:8080', demo.url)
  places.set('http://127.0.0.1:8899', demo.solana)
  const [ofLiar] = await liar.lines(1)
  places.set('http://127.0.0.1:8546', JSON.parse(ofLiar!).url)
  surroundings.key = demo.key
  // The second half of the tour uses the calldata of the first.
  for (const { page, command } of commandsOf('offline')) {
    if (page === 'docs/tour.md') runCommand(command, clone, surroundings)
  }
})

test.each(commands)('golden: $page shows what is printed: $command', (shown) => {
  assertShown(shown, clone, surroundings)
})

describe('examples in TypeScript', () => {
  let ran: ExampleRun
  beforeAll(() => {
    ran = runExamples(
      codes.map(({ code }) => code),
      clone,
      surroundings,
    )
  })

  test.each(codes.map(({ page, line }, at) => ({ page, line, at })))(
    'golden: the example runs: $page, line $line',
    ({ at: place }) => {
      expect(ran.failures[place]).toBe('')
    },
  )

  test('law: no example writes to standard error', () => {
    expect(ran.errors).toBe('')
  })
})

test('law: every place that a page names is one that is heard here', () => {
  const named = examples
    .filter(({ tier }) => tier === 'node')
    .flatMap(({ code }) => code.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [])
  expect([...new Set(named)].sort()).toEqual([...places.keys()].sort())
  expect(commands.length).toBeGreaterThan(15)
  expect(codes.length).toBeGreaterThan(2)
})

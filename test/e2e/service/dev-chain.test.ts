import { expect, test } from 'vitest'
import { localChainOfTest } from '../../support/node/local-chain.ts'
import { root, runBeside } from '../program.ts'
import { askNode, childrenOf, isAlive, startChain, takenPort } from './dev-chain.ts'

test('default: it listens, its example works as it stands, and Ctrl-C leaves nothing', async () => {
  const { running, report } = await startChain()
  expect(report).toMatchObject({ chainId: 31337, forkOf: null })
  expect(await askNode(report.url, 'eth_chainId')).toBe('0x7a69')
  expect(report.vaults.map(({ name }: { name: string }) => name)).toEqual([
    'Local ETH',
    'Local USD',
  ])
  expect(report.accounts.length).toBeGreaterThan(5)
  const [, program, ...words] = report.example.split(' ')
  expect(program).toBe('vaultwright')
  const { code, out, err } = await runBeside(words, { cwd: root })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^Would succeed\.\ntwo engines agree/)
  const tree = report.vaults[0].strategists[0].tree
  expect((await runBeside(['tree', 'root', tree], { cwd: root })).out.trim()).toBe(
    report.vaults[0].strategists[0].root,
  )
  const children = childrenOf(running.pid)
  expect(children).toHaveLength(1)
  running.signal('SIGINT')
  expect(await running.end).toMatchObject({ code: 0, err: '' })
  expect(children.filter(isAlive)).toEqual([])
  await expect(askNode(report.url, 'eth_chainId')).rejects.toThrow()
})

test('error: PortTakenError, and words that contradict each other', async () => {
  // A fork has no history to load before it learns that its port is taken.
  const chain = await localChainOfTest()
  const fork = ['dev', 'chain', '--fork-url', chain.anvil.url]
  const taken = await runBeside([...fork, '--port', String(await takenPort())])
  expect(taken).toMatchObject({ code: 4, out: '' })
  expect(taken.err).toContain('--port 0 for a free one')
  expect(taken.err).toContain('code: port_taken')
  expect((await runBeside(['dev', 'chain', '--port', '70000'])).code).toBe(2)
  expect(
    (await runBeside(['dev', 'chain', '--fork', '--fork-url', 'http://127.0.0.1:1'])).code,
  ).toBe(2)
  expect((await runBeside(['dev', 'chain', '--fork', '--lying'])).code).toBe(2)
  expect((await runBeside(['dev', 'chain', '--out', 'x'])).code).toBe(2)
  expect((await runBeside(['dev', 'chain', '--fork-url', 'http://127.0.0.1:9'])).code).toBe(4)
})

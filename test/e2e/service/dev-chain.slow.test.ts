import { expect, test } from 'vitest'
import { processesWith, root, runBeside, start } from '../program.ts'
import { childrenOf, isAlive, startChain, takenPort } from './dev-chain.ts'

test('behavior: from another folder the paths are whole and work too', async () => {
  const running = start(['dev', 'chain', '--port', '0', '--json'], { cwd: '/' })
  const [line] = await running.lines(1)
  const { vaults, example } = JSON.parse(line!)
  expect(vaults[0].strategists[0].tree).toMatch(/^\/|^\w/)
  const { code } = await runBeside(example.split(' ').slice(2), { cwd: '/' })
  expect(code).toBe(0)
  running.signal('SIGINT')
  await running.end
})

test('behavior: --fork listens on a fork with a chain of its own behind it', async () => {
  const { running, report } = await startChain('--fork')
  expect(report).toMatchObject({ chainId: 31337, forkOf: 'the local chain' })
  const children = childrenOf(running.pid)
  expect(children).toHaveLength(2)
  const { out } = await runBeside(report.example.split(' ').slice(2), { cwd: root })
  expect(out).toMatch(/^Would succeed\./)
  running.signal('SIGINT')
  expect(await running.end).toMatchObject({ code: 0, err: '' })
  expect(children.filter(isAlive)).toEqual([])
})

test('behavior: --fork-url keeps the chain id, and SIGTERM leaves nothing either', async () => {
  const behind = await startChain()
  const front = await startChain('--fork-url', behind.report.url)
  expect(front.report).toMatchObject({ chainId: 31337, forkOf: 'another node', vaults: [] })
  expect(front.report.head.number).toBe(behind.report.head.number)
  expect(processesWith(behind.report.url)).toHaveLength(1)
  front.running.signal('SIGTERM')
  await front.running.end
  expect(processesWith(behind.report.url)).toEqual([])
  behind.running.signal('SIGINT')
  await behind.running.end
})

test('behavior: the text output shows addresses, trees, keys, and that the keys are public', async () => {
  const running = start(['dev', 'chain', '--port', '0'], { cwd: root })
  const lines = await running.lines(20)
  expect(lines[0]).toMatch(/^ready {2}http:\/\/127\.0\.0\.1:\d+$/)
  running.signal('SIGINT')
  const { out } = await running.end
  expect(out).toContain('publicly known')
  expect(out).toContain('fixtures/chain/trees/local-eth-main-3.json')
  expect(out).toMatch(/^npx vaultwright simulate --calls \S+ --tree \S+ --from 0x\w{40} --rpc-url/m)
})

test('default: --lying shows the true block and one false slot, which only a proof finds', async () => {
  const { running, report } = await startChain('--lying')
  const honest = await startChain()
  expect(report.head).toEqual(honest.report.head)
  expect(report.lie).toMatchObject({ account: report.vaults[0].manager })
  expect(honest.report.lie).toBeNull()
  const words = report.example.split(' ').slice(2)
  const deceived = await runBeside(words, { cwd: root })
  expect({ code: deceived.code, err: deceived.err }).toEqual({ code: 0, err: '' })
  expect(deceived.out).toMatch(
    /^Would succeed\.\ntwo engines agree.*\nboth engines ask the same node/,
  )
  for (const engine of ['proven', 'all']) {
    const refused = await runBeside([...words, '--engine', engine], { cwd: root })
    expect({ code: refused.code, out: refused.out }).toEqual({ code: 4, out: '' })
    expect(refused.err).toMatch(
      /^error The state does not follow from the block's hash at account 0x/,
    )
  }
  const elsewhere = words.map((word: string) => (word === report.url ? honest.report.url : word))
  const refusal = await runBeside([...elsewhere, '--engine', 'all'], { cwd: root })
  expect(refusal.code).toBe(1)
  expect(refusal.out).toMatch(
    /^Would revert: ManagerWithMerkleVerification__FailedToVerifyManageProof/,
  )
  const both = ['--rpc-url', honest.report.url, '--agreement', '2']
  const compared = await runBeside([...words, ...both, '--engine', 'node'], { cwd: root })
  expect(compared.code).toBe(4)
  running.signal('SIGINT')
  expect(await running.end).toMatchObject({ code: 0, err: '' })
  honest.running.signal('SIGINT')
  await honest.running.end
})

test('error: PortTakenError of the local chain itself', async () => {
  const taken = await runBeside(['dev', 'chain', '--port', String(await takenPort())])
  expect(taken).toMatchObject({ code: 4, out: '' })
  expect(taken.err).toContain('code: port_taken')
})

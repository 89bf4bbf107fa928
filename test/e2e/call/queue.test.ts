import type { Address } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { rolesAuthorityAbi, withdrawQueueAbi } from '@vaultwright/registry'
import { encodeDeployData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { artifactOf } from '../../fork/artifact.ts'
import { openQueueWorld } from '../../fork/queue/history.ts'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { runBeside } from '../program.ts'

let local: LocalChain
let hash: string
let world: Awaited<ReturnType<typeof openQueueWorld>>
let words: (verb: string, ...more: readonly string[]) => readonly string[]

beforeAll(async () => {
  local = await startLocalChain()
  world = await openQueueWorld(local)
  const { chain, send, users, address, asset } = world
  const request = { abi: withdrawQueueAbi, functionName: 'requestOnChainWithdraw' }
  const args = [asset, 5n * 10n ** 17n, 10, 604_800]
  if (!(await send(users[1]!, address, { ...request, args }))) throw new Error('No request.')
  hash = (await chain.readBlock('latest')).hash
  words = (verb, ...more) => ['queue', verb, address, '--rpc-url', local.anvil.url, ...more]
})
afterAll(() => local?.anvil.close())

test('golden: the queue of a vault agrees with its contract, by proofs from the hash of a block', async () => {
  const checked = await runBeside(words('check', '--block-hash', hash))
  expect({ code: checked.code, err: checked.err }).toEqual({ code: 0, err: '' })
  expect(checked.out).toContain(
    "agrees  1 request of the logs is the contract's own, in its order; 3 is the next number",
  )
  expect(checked.out).toContain('The requests in the queue follow from the hash of the block.')
  const word = await runBeside(words('check', '--json'))
  const { isProven, unprovenBecause } = JSON.parse(word.out)
  expect([isProven, unprovenBecause]).toEqual([false, expect.stringContaining('--block-hash')])
})

test('golden: requests stand with their states, and a tuple that a solve takes', async () => {
  const { out, code } = await runBeside(words('requests', '--json'))
  const { requests } = JSON.parse(out)
  expect([code, requests.map(({ status }: { status: string }) => status)]).toEqual([
    0,
    ['solved', 'open'],
  ])
  expect(requests[1].tuple).toMatchObject({ nonce: '2', amountOfShares: '500000000000000000' })
  const open = await runBeside(words('requests', '--status', 'matured'))
  expect(open.out).toContain('No request is listed.')
})

test('golden: what is owed stands beside the cash at the rate of now and the idle cash', async () => {
  const { out, code } = await runBeside(words('show'))
  expect(code).toBe(0)
  expect(out).toMatch(/open +1 +0\.5 +0\.\d+/)
  expect(out).toMatch(/matured +0 +0 +0/)
  expect(out).toMatch(/fixed 0\.\d+ WETH, cash at the rate of now 0\.\d+ WETH, idle \d+\.?\d* WETH/)
  expect(out).toMatch(/The shares are worth 0\.\d+ WETH more than is fixed\./)
  const { assets } = JSON.parse((await runBeside(words('show', '--json'))).out)
  const [entry] = assets
  expect(BigInt(entry.outflow) - BigInt(entry.required)).toBe(BigInt(entry.solverExcess))
  expect([entry.deficit, entry.open.count]).toEqual(['0', 1])
})

test('golden: one call pays the matured requests that the vault can pay, and the chain does what it says', async () => {
  const { ask, send, address } = world
  const owner = placeOf(local, 'owner')
  const { abi, code } = await artifactOf('CoveringSolver')
  const args = [owner, address, true] as const
  const data = encodeDeployData({ abi, bytecode: code, args } as never)
  const receipt = await ask('eth_sendTransactionSync', { from: owner, data, gas: '0x7a1200' })
  const { contractAddress: solver } = receipt as { contractAddress: Address }
  const role = { abi: rolesAuthorityAbi, functionName: 'setUserRole', args: [solver, 12, true] }
  expect(await send(owner, placeOf(local, 'Local ETH: roles'), role)).toBe(true)
  const payer = ['--teller', placeOf(local, 'Local ETH: teller'), '--solver', solver]
  const early = await runBeside(words('solve', ...payer))
  expect([early.code, early.err]).toEqual([
    2,
    expect.stringContaining('No request of the queue is matured'),
  ])
  await ask('evm_increaseTime', 400_000)
  await ask('evm_mine')
  const shown = await runBeside(words('show', ...payer, '--reserve-bps', '12000'))
  expect(shown.code).toBe(0)
  expect(shown.out).toMatch(/paid at once \d+\.\d+ WETH \(by idle cash; one base unit more: .+\)/)
  expect(shown.out).toMatch(/solved now 0\.\d+ WETH for 1 of 1 matured/)
  expect(shown.out).toMatch(/to hold ready .+ free to invest .+ lacking 0 WETH/)
  const [row] = JSON.parse((await runBeside(words('show', ...payer, '--json'))).out).assets
  expect([row.instant.paid, row.instant.buffer, row.shortfall]).toEqual([row.idle, null, '0'])
  const solved = await runBeside(words('solve', ...payer, '--json'))
  const { ok, call, requests, unpaid } = JSON.parse(solved.out)
  expect([solved.code, ok, requests.length, unpaid]).toEqual([0, true, 1, []])
  const sent = { from: call.from, to: call.to, data: call.data, gas: '0x2dc6c0' }
  expect(await ask('eth_sendTransactionSync', sent)).toMatchObject({ status: '0x1' })
  const after = JSON.parse((await runBeside(words('requests', '--json'))).out).requests
  expect(after.at(-1)).toMatchObject({ requestId: requests[0], status: 'solved' })
})

test('refuses: a solver without its teller, and an account that solves nothing', async () => {
  const alone = await runBeside(words('show', '--solver', placeOf(local, 'owner')))
  expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('Give --teller as well')])
  const teller = placeOf(local, 'Local ETH: teller')
  const none = await runBeside(words('show', '--solver', teller, '--teller', teller))
  expect([none.code, none.err]).toEqual([3, expect.stringContaining('has no boringRedeemSolve')])
})

test('refuses: an address that is no queue, the queue of another vault, a hash that is none', async () => {
  const vault = placeOf(local, 'Local ETH')
  const foreign = await runBeside(words('check', '--vault', placeOf(local, 'Local USD')))
  expect([foreign.code, foreign.err]).toEqual([3, expect.stringContaining('is of the vault')])
  const vaultAnswer = await runBeside(['queue', 'show', vault, '--rpc-url', local.anvil.url])
  expect([vaultAnswer.code, vaultAnswer.err]).toEqual([
    3,
    expect.stringContaining('as a withdraw queue does'),
  ])
  const hashless = await runBeside(words('check', '--block-hash', '0x12'))
  expect(hashless.code).toBe(2)
  const unknown = await runBeside(words('check', '--block-hash', `0x${'11'.repeat(32)}`))
  expect(unknown.code).toBe(4)
})

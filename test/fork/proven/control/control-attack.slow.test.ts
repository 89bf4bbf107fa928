import { diffControl, solveControl } from '@vaultwright/access-control'
import type { Address, Hex } from '@vaultwright/base'
import { openChain, readControlState } from '@vaultwright/chain'
import { concatHex, encodeFunctionData, padHex, parseAbi, toHex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlContractsOf } from '../../../support/node/control-contract.ts'
import { placeOf, startChainBy } from '../../../support/node/local-chain.ts'

const abi = parseAbi([
  'function enter(address from, address asset, uint256 assetAmount, address to, uint256 shareAmount)',
  'function transferOwnership(address newOwner)',
  'function setRateProviderData(address asset, bool isPegged, address provider)',
  'function updateAssetData(address asset, bool allowDeposits, bool allowWithdraws, uint16 premium)',
  'function updateWithdrawAsset(address asset, uint24 wait, uint24 deadline, uint16 least, uint16 most, uint96 shares)',
  'function bulkWithdraw(address asset, uint256 shares, uint256 minimum, address to)',
  'function setShareLockPeriod(uint64 period)',
  'function setManageRoot(address strategist, bytes32 root)',
  'function setPublicCapability(address target, bytes4 functionSig, bool enabled)',
  'function manageVaultWithMerkleVerification(bytes32[][] proofs, address[] decoders, address[] targets, bytes[] data, uint256[] values)',
  'function pauseAll()',
  'function pauseSingle(address pausable)',
  'function unpauseSingle(address pausable)',
  'function senderPause()',
  'function forward(address target, bytes data) returns (bytes)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address handler, address token, uint256 payment, address receiver)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function approveHash(bytes32 hash)',
  'function schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
  'function execute(address target, uint256 value, bytes payload, bytes32 predecessor, bytes32 salt) payable',
])
const dataOf = (functionName: (typeof abi)[number]['name'], args: readonly unknown[] = []): Hex =>
  encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
const noWord: Hex = `0x${'0'.repeat(64)}`

let world: Awaited<ReturnType<typeof openAttack>>
beforeAll(async () => {
  world = await openAttack()
})
afterAll(() => world?.local.anvil.close())

/** The local chain by rules that know set-code transactions, and its keys as attackers. */
async function openAttack() {
  const local = await startChainBy('prague')
  const chain = await openChain(local.anvil.rpc, { id: 31337 })
  const named = (name: string) => placeOf(local, name).toLowerCase() as Address
  const part = (name: string) => named(`Control: ${name}`)
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const [answer] = await chain.rpc.ask([{ method, params }])
    return answer!
  }
  const must = async (method: string, ...params: readonly unknown[]) => {
    const answer = await ask(method, ...params)
    if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  /** Sends a transaction of an unlocked key. @returns true if it succeeded. */
  const send = async (from: Address, to: Address, data: Hex): Promise<boolean> => {
    const gas = toHex(2_000_000)
    const receipt = await ask('eth_sendTransactionSync', { from, to, data, gas })
    return receipt.ok && (receipt.value as { status: Hex }).status === '0x1'
  }
  /** The words with which a call is refused; null where it is not. */
  const refusal = async (from: Address, to: Address, data: Hex): Promise<string | null> => {
    const answer = await ask('eth_call', { from, to, data }, 'latest')
    if (answer.ok) return null
    const bytes = answer.error.data === null ? '' : Buffer.from(answer.error.data.slice(2), 'hex')
    return `${answer.error.message} ${bytes}`
  }
  const contracts = controlContractsOf(local, 'Control')
  const readControlNow = async () => {
    const block = await chain.readBlock('latest')
    const { reading } = await readControlState(chain, { contracts, block })
    return { ...reading, block, answer: solveControl(reading.state, { mostSets: 100 }) }
  }
  /** Lets owners of a Safe approve a call, and gives the transaction that executes it. */
  const approve = async (safe: Address, owners: readonly Address[], [to, data]: [Address, Hex]) => {
    const terms = [to, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress] as const
    const nonce = BigInt(
      (await must('eth_call', { to: safe, data: dataOf('nonce') }, 'latest')) as Hex,
    )
    const call = { to: safe, data: dataOf('getTransactionHash', [...terms, nonce]) }
    const hash = (await must('eth_call', call, 'latest')) as Hex
    for (const owner of owners) await send(owner, safe, dataOf('approveHash', [hash]))
    const signatures = concatHex(
      owners
        .toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
        .map((owner) => concatHex([padHex(owner, { size: 32 }), noWord, '0x01'])),
    )
    return () => send(owners[0]!, safe, dataOf('execTransaction', [...terms, signatures]))
  }
  const bySafe = async (safe: Address, owners: readonly Address[], call: [Address, Hex]) =>
    (await approve(safe, owners, call))()
  // The history ended before today; an operation waits from then on.
  await must('evm_setTime', local.manifest.head.timestamp)
  return { local, named, part, must, send, refusal, readControlNow, approve, bySafe }
}

test('golden: what one key or none can do with the vault Control happens on the chain', async () => {
  const { named, part, send, refusal, must, local } = world
  const depositor = named('depositor')
  // A public function mints.
  expect(
    await send(
      depositor,
      named('Control'),
      dataOf('enter', [zeroAddress, zeroAddress, 0n, depositor, 1n]),
    ),
  ).toBe(true)
  // A key that lends its account the code of a forwarder passes on the calls of any account.
  const withdraw = dataOf('bulkWithdraw', [named('WETH'), 1n, 0n, depositor])
  const lent = [...(await world.readControlNow()).state].find(
    ([, { kind }]) => kind === 'delegated',
  )![0]
  expect(await refusal(depositor, part('teller'), withdraw)).toContain('UNAUTHORIZED')
  const forwarded = await refusal(depositor, lent, dataOf('forward', [part('teller'), withdraw]))
  expect(forwarded ?? '').not.toContain('UNAUTHORIZED')
  // A Safe that was never set up belongs to whoever comes first.
  const setup = dataOf('setup', [
    [depositor],
    1n,
    zeroAddress,
    '0x',
    zeroAddress,
    zeroAddress,
    0n,
    zeroAddress,
  ])
  expect(await send(depositor, part('empty Safe'), setup)).toBe(true)
  const lock = dataOf('setShareLockPeriod', [60n])
  expect(await world.bySafe(part('empty Safe'), [depositor], [part('teller'), lock])).toBe(true)
  // The second owner, a module, code that is not known.
  const price = dataOf('setRateProviderData', [named('DAI'), true, zeroAddress])
  expect(await send(named('signer 3'), part('accountant'), price)).toBe(true)
  const assets = dataOf('updateAssetData', [named('DAI'), true, true, 0])
  const module = dataOf('execTransactionFromModule', [part('teller'), 0n, assets, 0])
  expect(await send(named('solver'), part('operations Safe'), module)).toBe(true)
  const queueTerms = dataOf('updateWithdrawAsset', [named('WETH'), 1, 3_600, 0, 1, 1n])
  const opaque = dataOf('forward', [part('queue'), queueTerms])
  expect(await refusal(depositor, part('unknown holder'), opaque)).not.toBeNull()
  expect((await refusal(named('signer 3'), part('unknown holder'), opaque)) ?? '').not.toContain(
    'UNAUTHORIZED',
  )
  // A round is stopped by the entry that refuses; single contracts and the sender's own are not.
  const pauser = named('pauser')
  expect(await send(pauser, part('pauser'), dataOf('pauseAll'))).toBe(false)
  expect(await send(pauser, part('pauser'), dataOf('pauseSingle', [part('manager')]))).toBe(true)
  expect(await send(pauser, part('pauser'), dataOf('unpauseSingle', [part('manager')]))).toBe(true)
  expect(await refusal(named('trader'), part('pauser'), dataOf('senderPause'))).toBeNull()
  // A root without the role, and the role without a root.
  const run = dataOf('manageVaultWithMerkleVerification', [
    [[]],
    [zeroAddress],
    [zeroAddress],
    ['0x00000000'],
    [0n],
  ])
  expect(await refusal(named('strategist'), part('manager'), run)).toContain('UNAUTHORIZED')
  expect(await refusal(named('second strategist'), part('manager'), run)).not.toContain(
    'UNAUTHORIZED',
  )
  // A key as authority: its holder lends it code that says yes, and then any account passes.
  const take = dataOf('transferOwnership', [depositor])
  expect(await send(depositor, part('solver'), take)).toBe(false)
  const yes: Address = `0x${'9e'.repeat(20)}`
  await must('anvil_setCode', yes, '0x600160005260206000f3')
  const keyOf = (name: string) =>
    privateKeyToAccount(
      local.manifest.accounts.find((account) => account.name === name)!.privateKey as Hex,
    )
  const nonceOf = async (address: Address) =>
    Number((await must('eth_getTransactionCount', address, 'latest')) as Hex)
  const authority = keyOf('solver')
  const authorization = await authority.signAuthorization({
    address: yes,
    chainId: 31337,
    nonce: await nonceOf(authority.address),
  })
  const raw = await keyOf('depositor').signTransaction({
    type: 'eip7702',
    chainId: 31337,
    nonce: await nonceOf(depositor),
    to: depositor,
    gas: 200_000n,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 0n,
    authorizationList: [authorization],
  })
  await must('eth_sendRawTransactionSync', raw)
  expect(await send(depositor, part('solver'), take)).toBe(true)
})

test('law: two owners of the Safe open the root through the timelock, and one does not', async () => {
  const { named, part, send, bySafe } = world
  const [first, second, depositor] = ['signer 1', 'signer 2', 'depositor'].map(named) as [
    Address,
    Address,
    Address,
  ]
  const root = dataOf('setManageRoot', [depositor, `0x${'77'.repeat(32)}`])
  expect(await send(depositor, part('manager'), root)).toBe(false)
  const open = dataOf('setPublicCapability', [part('manager'), '0x21801a99', true])
  const operation = [part('roles'), 0n, open, noWord, noWord] as const
  const schedule = dataOf('schedule', [...operation, 0n])
  const execute = dataOf('execute', operation)
  expect(await bySafe(part('Safe'), [first], [part('timelock'), schedule])).toBe(false)
  expect(await send(depositor, part('timelock'), execute)).toBe(false)
  expect(await bySafe(part('Safe'), [first, second], [part('timelock'), schedule])).toBe(true)
  expect(await send(depositor, part('timelock'), execute)).toBe(true)
  expect(await send(depositor, part('manager'), root)).toBe(true)
})

test('law: an operation runs at its time and not a second earlier, and leaves the state that was foretold', async () => {
  const { named, part, must, readControlNow } = world
  const before = await readControlNow()
  const [{ readyAt, calls }] = before.waiting as [(typeof before.waiting)[number]]
  const [call] = calls!
  const execute = dataOf('execute', [call!.target, 0n, call!.data, noWord, noWord])
  const owners = ['signer 1', 'signer 2'].map(named)
  const run = await world.approve(part('Safe'), owners, [part('slow timelock'), execute])
  await must('evm_setNextBlockTimestamp', Number(readyAt) - 1)
  expect(await run()).toBe(false)
  expect((await readControlNow()).block.timestamp).toBe(readyAt - 1n)
  await must('evm_setNextBlockTimestamp', Number(readyAt))
  expect(await run()).toBe(true)
  const after = await readControlNow()
  expect(after.waiting).toEqual([])
  const { facts, acts } = diffControl(
    { state: before.ahead!, answer: solveControl(before.ahead!, { mostSets: 100 }) },
    { state: after.state, answer: after.answer },
  )
  // Keys that only signed here were never used before.
  expect(facts.filter(({ fact }) => fact !== 'unused')).toEqual([])
  expect(acts).toEqual([])
})

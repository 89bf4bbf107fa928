import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { encodeSetManageRoot } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  managerAbi,
  multicall3Abi,
  multicall3Address,
  multisigWalletAbi,
} from '@vaultwright/registry'
import {
  approvalOf,
  buildSafeBatch,
  buildSafeTransaction,
  callsOfBatch,
  encodeSafeExecution,
  openSignedCall,
  parseSafeBatch,
  printSafeBatch,
  type SafeAccount,
  type SafeCall,
  type SafeTransaction,
  safeTransactionHashOf,
  timelockPairOf,
} from '@vaultwright/safe'
import { type Abi, encodeDeployData, encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { serializeSignature, sign } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'

const modules = join(import.meta.dirname, '../../../node_modules')
const controller = '@openzeppelin/contracts/governance/TimelockController.sol'
const erc20 = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function allowance(address owner, address spender) view returns (uint256)',
])
const zero: Hex = `0x${'00'.repeat(32)}`
const [firstHash, two]: readonly Hex[] = [`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`]
const delay = 86_400
const tooEarly = toFunctionSelector('TimelockUnexpectedOperationState(bytes32,bytes32)')
const outOfTurn = toFunctionSelector('TimelockUnexecutedPredecessor(bytes32)')

let local: LocalChain
let wallet: SafeAccount
const of = (name: string) => placeOf(local, name)

beforeAll(async () => {
  local = await startLocalChain()
  wallet = { safe: of('Multisig'), chainId: 31337, version: '1.4.1' }
  // The clock of the chain goes on where its history ends, whatever day the test runs.
  await ask('evm_setTime', local.manifest.head.timestamp + 60)
  await ask('anvil_autoImpersonateAccount', true)
})
afterAll(() => local?.anvil.close())

test('default: a wallet does what a batch file says, by signatures over our hash', async () => {
  const spenders = [of('Aave pool'), of('owner'), of('strategist')]
  const approvals = spenders.map((spender, index) => ({
    to: of('WETH'),
    value: 0n,
    data: encodeFunctionData({
      abi: erc20,
      functionName: 'approve',
      args: [spender, BigInt(index + 5)],
    }),
  }))
  const receipt = await sendFromWallet(throughFile(approvals))
  expect(receipt.status).toBe('0x1')
  const allowances = spenders.map((spender) =>
    read(of('WETH'), { abi: erc20, functionName: 'allowance', args: [wallet.safe, spender] }),
  )
  expect((await Promise.all(allowances)).map(BigInt)).toEqual([5n, 6n, 7n])
})

test('behavior: the hash is the one that the contract computes', async () => {
  const call: SafeCall = { to: of('owner'), value: 3n, data: '0x8456cb59' }
  const multiSend = of('MultiSend')
  const alone = buildSafeTransaction([call], { multiSend, nonce: 12n })
  const odd: SafeTransaction = {
    ...alone,
    nonce: 2n ** 255n,
    safeTxGas: 1n,
    baseGas: 2n,
    gasPrice: 3n,
    gasToken: of('WETH'),
    refundReceiver: of('strategist'),
  }
  for (const transaction of [
    alone,
    buildSafeTransaction([call, call], { multiSend, nonce: 0n }),
    odd,
  ]) {
    expect(safeTransactionHashOf(transaction, wallet)).toBe(await hashOnChain(transaction))
  }
})

test('golden: what the wallet ran is opened to the calls that it was made of', async () => {
  const calls = [of('owner'), of('strategist')].map((to, index) => ({
    to,
    value: 0n,
    data: encodeSetManageRoot(to, index === 0 ? firstHash! : two!),
  }))
  const nonce = await nonceOf()
  const transaction = buildSafeTransaction(calls, { multiSend: of('MultiSend'), nonce })
  const data = encodeSafeExecution({ ...transaction, signatures: await signaturesOf(transaction) })
  const receipt = await send(of('signer 2'), wallet.safe, data)
  expect(receipt.status).toBe('0x1')
  const opened = openSignedCall({ to: wallet.safe, value: 0n, operation: 'call', data })
  const [batch] = opened.children
  expect(batch).toMatchObject({ kind: 'multi_send', operation: 'delegatecall' })
  expect(batch!.children.map(({ to, value, data: inner }) => ({ to, value, data: inner }))).toEqual(
    calls,
  )
})

test('behavior: the approval of an outer wallet is the call that the wallet takes', async () => {
  const call: SafeCall = { to: of('owner'), value: 0n, data: '0x' }
  const inner = buildSafeTransaction([call], { multiSend: of('MultiSend'), nonce: 9n })
  const hash = safeTransactionHashOf(inner, wallet)
  const { to, data } = approvalOf(wallet.safe, hash, { nonce: 0n })
  await send(of('signer 1'), to, data)
  const approved = { abi: multisigWalletAbi, functionName: 'approvedHashes' }
  expect(BigInt(await read(to, { ...approved, args: [of('signer 1'), hash] }))).toBe(1n)
})

test('golden: a wallet that borrows Multicall3 makes each call as itself, and one that calls it does not', async () => {
  const spenders = [of('owner'), of('strategist')]
  const rows = spenders.map((spender, index) => {
    const call = {
      abi: erc20,
      functionName: 'approve',
      args: [spender, BigInt(index + 70)],
    } as const
    return {
      target: of('WETH'),
      allowFailure: false,
      value: 0n,
      callData: encodeFunctionData(call),
    }
  })
  const call = { abi: multicall3Abi, functionName: 'aggregate3Value', args: [rows] } as const
  const data = encodeFunctionData(call)
  const run = async (operation: SafeTransaction['operation']) => {
    const [nonce, multiSend] = [await nonceOf(), of('MultiSend')]
    const plain = buildSafeTransaction([{ to: multicall3Address, value: 0n, data }], {
      multiSend,
      nonce,
    })
    const transaction: SafeTransaction = { ...plain, operation }
    const signatures = await signaturesOf(transaction)
    const execution = encodeSafeExecution({ ...transaction, signatures })
    expect(await send(of('signer 2'), wallet.safe, execution)).toMatchObject({ status: '0x1' })
    const opened = openSignedCall({
      to: wallet.safe,
      value: 0n,
      operation: 'call',
      data: execution,
    })
    return opened.children[0]!
  }
  const allowanceOf = async (owner: Address, spender: Address) =>
    BigInt(
      await read(of('WETH'), { abi: erc20, functionName: 'allowance', args: [owner, spender] }),
    )
  const called = await run('call')
  expect(called.notes.map(({ kind }) => kind)).toEqual(['not_delegated'])
  const ofLibrary = spenders.map((spender) => allowanceOf(multicall3Address, spender))
  expect(await Promise.all(ofLibrary)).toEqual([70n, 71n])
  const borrowed = await run('delegatecall')
  expect(borrowed).toMatchObject({ kind: 'multicall', notes: [], children: [{}, {}] })
  const ofWallet = spenders.map((spender) => allowanceOf(wallet.safe, spender))
  expect(await Promise.all(ofWallet)).toEqual([70n, 71n])
})

test('error: GS026, when a call differs from the one that was signed', async () => {
  const call: SafeCall = { to: of('owner'), value: 0n, data: '0x' }
  const signed = buildSafeTransaction([call], {
    multiSend: of('MultiSend'),
    nonce: await nonceOf(),
  })
  const signatures = await signaturesOf(signed)
  const data = encodeSafeExecution({ ...signed, data: '0x00', signatures })
  const [answer] = await local.anvil.rpc.ask([
    { method: 'eth_call', params: [{ from: of('signer 1'), to: wallet.safe, data }, 'latest'] },
  ])
  expect(JSON.stringify(answer)).toContain('GS026')
})

test('behavior: a timelock of OpenZeppelin sets the roots that a wallet scheduled, once it is time', async () => {
  const manager = of('Local ETH: manager')
  const { abi, address: timelock } = await deployTimelock()
  const owned = { abi: managerAbi, functionName: 'transferOwnership', args: [timelock] } as const
  await send(of('owner'), manager, encodeFunctionData(owned))
  const setRoot = (strategist: Address, root: Hex): SafeCall => ({
    to: manager,
    value: 0n,
    data: encodeSetManageRoot(strategist, root),
  })
  const both = [setRoot(of('strategist'), firstHash!), setRoot(manager, firstHash!)]
  const last = [setRoot(of('strategist'), two!)]
  const plan = { timelock, predecessor: zero, salt: two!, delaySeconds: BigInt(delay) }
  const first = timelockPairOf({ ...plan, calls: both })
  const second = timelockPairOf({ ...plan, calls: last, predecessor: first.id })

  const hashing = { abi, functionName: 'hashOperationBatch' }
  const lists = [both.map(({ to }) => to), [0n, 0n], both.map(({ data }) => data)]
  expect(first.id).toBe(await read(timelock, { ...hashing, args: [...lists, zero, two] }))
  const hashingOne = { abi, functionName: 'hashOperation' }
  const only = [last[0]!.to, 0n, last[0]!.data]
  expect(second.id).toBe(await read(timelock, { ...hashingOne, args: [...only, first.id, two] }))

  await sendFromWallet(throughFile([first.schedule, second.schedule]))
  for (const { id } of [first, second]) {
    const pending = { abi, functionName: 'isOperationPending', args: [id] }
    expect(BigInt(await read(timelock, pending))).toBe(1n)
  }
  await expect(fromWallet(first.execute)).rejects.toThrow(tooEarly)
  await ask('evm_increaseTime', delay)
  await ask('evm_mine')
  await expect(fromWallet(second.execute)).rejects.toThrow(outOfTurn)
  await sendFromWallet(throughFile([first.execute]))
  expect([await rootOf(of('strategist')), await rootOf(manager)]).toEqual([firstHash, firstHash])
  await sendFromWallet(throughFile([second.execute]))
  expect([await rootOf(of('strategist')), await rootOf(manager)]).toEqual([two, firstHash])
})

/** The calls that arrive when they travel as a batch file. */
function throughFile(calls: readonly SafeCall[]): readonly SafeCall[] {
  const batchHead = { name: 'A test', description: '', createdAtMs: 1_750_000_000_000 }
  const batch = buildSafeBatch({ ...batchHead, chainId: wallet.chainId, safe: wallet.safe, calls })
  return callsOfBatch(parseSafeBatch(printSafeBatch(batch)))
}

/** The result of a call that the wallet makes by itself. */
function fromWallet({ to, data }: SafeCall): Promise<unknown> {
  return ask('eth_call', { from: wallet.safe, to, data }, 'latest')
}

async function sendFromWallet(calls: readonly SafeCall[]): Promise<Receipt> {
  const nonce = await nonceOf()
  const transaction = buildSafeTransaction(calls, { multiSend: of('MultiSend'), nonce })
  const signatures = await signaturesOf(transaction)
  const data = encodeSafeExecution({ ...transaction, signatures })
  return send(of('signer 2'), wallet.safe, data)
}

async function signaturesOf(transaction: SafeTransaction): Promise<Hex> {
  const hash = safeTransactionHashOf(transaction, wallet)
  // The contract reads them in rising order of their owners.
  const owners = local.manifest.accounts
    .filter(({ name }) => /^signer [13]$/.test(name))
    .toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  const signatures = await Promise.all(
    owners.map(async ({ privateKey }) =>
      serializeSignature(await sign({ hash, privateKey: privateKey as Hex })),
    ),
  )
  return `0x${signatures.map((signature) => signature.slice(2)).join('')}`
}

async function nonceOf(): Promise<bigint> {
  return BigInt(
    await read(wallet.safe, { abi: multisigWalletAbi, functionName: 'nonce', args: [] }),
  )
}

function hashOnChain(one: SafeTransaction): Promise<Hex> {
  const operation = one.operation === 'call' ? 0 : 1
  const gas = [one.safeTxGas, one.baseGas, one.gasPrice, one.gasToken, one.refundReceiver]
  const args = [one.to, one.value, one.data, operation, ...gas, one.nonce]
  return read(wallet.safe, { abi: multisigWalletAbi, functionName: 'getTransactionHash', args })
}

function rootOf(strategist: Address): Promise<Hex> {
  const call = { abi: managerAbi, functionName: 'manageRoot', args: [strategist] }
  return read(of('Local ETH: manager'), call)
}

/** OpenZeppelin's own contract, compiled here: the wallet proposes and executes. */
async function deployTimelock(): Promise<{ readonly abi: Abi; readonly address: Address }> {
  const input = JSON.stringify({
    language: 'Solidity',
    sources: { [controller]: { content: readFileSync(join(modules, controller), 'utf8') } },
    settings: { outputSelection: { '*': { TimelockController: ['abi', 'evm.bytecode.object'] } } },
  })
  const tool = join(modules, '../foundry/tools/solc-node')
  const args = [tool, '--standard-json', '--base-path', modules]
  const run = spawnSync(process.execPath, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const { abi, evm } = JSON.parse(run.stdout).contracts[controller].TimelockController
  const roles = [[wallet.safe], [wallet.safe], of('owner')]
  const bytecode: Hex = `0x${evm.bytecode.object}`
  const data = encodeDeployData({ abi, bytecode, args: [BigInt(delay), ...roles] })
  const { contractAddress } = await send(of('owner'), null, data)
  return { abi, address: checksumOf(contractAddress!) }
}

type Receipt = { readonly status: Hex; readonly contractAddress: Hex | null }
type Reading = {
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

function read(to: Address, reading: Reading): Promise<Hex> {
  return ask('eth_call', { to, data: encodeFunctionData(reading) }, 'latest') as Promise<Hex>
}

/** Asks first what would come of it, for the reason of a revert. */
async function send(from: Address, to: Address | null, data: Hex): Promise<Receipt> {
  const transaction = { from, ...(to === null ? {} : { to }), data, gas: '0xf00000' }
  await ask('eth_call', transaction, 'pending')
  return (await ask('eth_sendTransactionSync', transaction)) as Receipt
}

async function ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const [answer] = await local.anvil.rpc.ask([{ method, params: [...params] }])
  if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.value
}

import type { Address, Hex } from '@vaultwright/base'
import { openAnvil } from '@vaultwright/chain'
import { zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { stateRootOf } from '../../support/evm/made-state.ts'
import { logsHashOf, runStateTest, type StateTest } from '../../support/evm/state-test.ts'
import { askOne } from './lazy-source.ts'

const chainId = 31_337
const targets = {
  /** Keeps its caller, and logs. */
  writing: { address: `0x${'c1'.repeat(20)}`, code: '0x33600055600760006000a100' },
  /** Keeps its caller, and reverts. */
  reverting: { address: `0x${'c2'.repeat(20)}`, code: '0x33600055600080fd' },
} as const
const sign = (key: number) => privateKeyToAccount(`0x${key.toString(16).padStart(64, '0')}`)

type Case = {
  readonly name: string
  readonly target: Address
  readonly change?: { readonly chainId?: number; readonly nonce?: number }
  readonly isAuthorityThere?: boolean
  /** True if the authorization is the first that the chain knows of its account. */
  readonly isNew?: boolean
  readonly isBySender?: boolean
  readonly authorityCode?: Hex
}

const cases: readonly Case[] = [
  { name: 'a new account', target: targets.writing.address, isNew: true },
  { name: 'an account that is there', target: targets.writing.address, isAuthorityThere: true },
  {
    name: 'any chain',
    target: targets.writing.address,
    change: { chainId: 0 },
    isAuthorityThere: true,
  },
  { name: 'another chain', target: targets.writing.address, change: { chainId: 5 } },
  { name: 'another nonce', target: targets.writing.address, change: { nonce: 9 } },
  { name: 'a call that reverts', target: targets.reverting.address, isAuthorityThere: true },
  { name: 'the sender itself', target: targets.writing.address, isBySender: true },
  {
    name: 'a delegation that ends',
    target: zeroAddress,
    isAuthorityThere: true,
    authorityCode: `0xef0100${targets.writing.address.slice(2)}`,
  },
  {
    name: 'an account with code of its own',
    target: targets.writing.address,
    isAuthorityThere: true,
    authorityCode: '0x00',
  },
]

test('law: a set-code transaction leaves the accounts and logs that Anvil leaves, and costs as much', async () => {
  const anvil = await openAnvil({ arguments: ['--hardfork', 'prague', '--no-mining'] })
  try {
    for (const [index, row] of cases.entries()) {
      const stateTest = await executedOn(anvil.rpc, row, index)
      expect(await runStateTest(stateTest), row.name).toEqual([{ kind: 'passed' }])
      const { authorizationList: _, ...withoutList } = stateTest.transaction
      const plain = { ...stateTest, transaction: withoutList }
      expect(await runStateTest(plain), row.name).toMatchObject([{ kind: 'failed' }])
    }
  } finally {
    await anvil.close()
  }
})

type Rpc = Parameters<typeof askOne>[0]

/** Executes a case on Anvil, and writes it as a state test with what Anvil left. */
async function executedOn(rpc: Rpc, row: Case, index: number): Promise<StateTest> {
  const [sender, owner] = [sign(1_000 + index), sign(2_000 + index)]
  const authority = row.isBySender === true ? sender : owner
  const contracts = Object.values(targets)
  await askOne(rpc, 'anvil_setBalance', sender.address, '0x8ac7230489e80000')
  if (row.isAuthorityThere === true) await askOne(rpc, 'anvil_setBalance', owner.address, '0x5')
  if (row.authorityCode !== undefined)
    await askOne(rpc, 'anvil_setCode', owner.address, row.authorityCode)
  for (const { address, code } of contracts) await askOne(rpc, 'anvil_setCode', address, code)
  const names = [sender.address, ...contracts.map(({ address }) => address)]
  const readAccounts = async (list: readonly Address[]) => {
    const rows: [Address, StateTest['pre'][Address]][] = []
    for (const name of list) {
      const [nonce, balance, code, slot] = await Promise.all([
        askOne(rpc, 'eth_getTransactionCount', name, 'latest') as Promise<Hex>,
        askOne(rpc, 'eth_getBalance', name, 'latest') as Promise<Hex>,
        askOne(rpc, 'eth_getCode', name, 'latest') as Promise<Hex>,
        askOne(rpc, 'eth_getStorageAt', name, '0x0', 'latest') as Promise<Hex>,
      ])
      const isEmpty = BigInt(nonce) === 0n && BigInt(balance) === 0n && code === '0x'
      const storage: Record<Hex, Hex> = BigInt(slot) === 0n ? {} : { '0x00': slot }
      if (!isEmpty) rows.push([name.toLowerCase() as Address, { nonce, balance, code, storage }])
    }
    return rows
  }
  const before = await readAccounts([...names, owner.address])
  const authorization = await authority.signAuthorization({
    contractAddress: row.target,
    chainId: row.change?.chainId ?? chainId,
    nonce: row.change?.nonce ?? (row.isBySender === true ? 1 : 0),
  })
  const terms = { gas: 200_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n }
  const raw = await sender.signTransaction({
    ...terms,
    type: 'eip7702',
    chainId,
    nonce: 0,
    to: authority.address,
    data: '0x',
    authorizationList: [authorization],
  })
  const hash = await askOne(rpc, 'eth_sendRawTransaction', raw)
  await askOne(rpc, 'anvil_mine', '0x1')
  const receipt = (await askOne(rpc, 'eth_getTransactionReceipt', hash)) as {
    readonly blockNumber: Hex
    readonly logs: Parameters<typeof logsHashOf>[0]['logs']
  }
  const block = (await askOne(rpc, 'eth_getBlockByNumber', receipt.blockNumber, false)) as Readonly<
    Record<string, Hex>
  >
  const after = new Map(
    (await readAccounts([...names, owner.address])).map(
      ([name, { nonce, balance, code, storage }]) => {
        const slot = `0x${'00'.repeat(32)}` as const
        const word = storage['0x00']
        const words = new Map(word === undefined ? [] : [[slot, BigInt(word)] as const])
        return [name, { nonce: BigInt(nonce), balance: BigInt(balance), code, storage: words }]
      },
    ),
  )
  if (row.isNew === true) {
    // Anvil's store answers every address with an empty account, so it refunds a new one as if it were there.
    const payer = sender.address.toLowerCase() as Address
    const account = after.get(payer)!
    const missing = 12_500n * BigInt(block.baseFeePerGas!)
    after.set(payer, { ...account, balance: account.balance - missing })
  }
  const { r, s, yParity, address } = authorization
  const hexOf = (value: bigint | number): Hex => `0x${value.toString(16)}`
  return {
    env: {
      currentCoinbase: block.miner!,
      currentGasLimit: block.gasLimit!,
      currentNumber: block.number!,
      currentTimestamp: block.timestamp!,
      currentRandom: block.mixHash!,
      currentBaseFee: block.baseFeePerGas!,
    },
    pre: Object.fromEntries(before),
    transaction: {
      sender: sender.address,
      to: authority.address,
      data: ['0x'],
      value: ['0x0'],
      gasLimit: [hexOf(terms.gas)],
      maxFeePerGas: hexOf(terms.maxFeePerGas),
      maxPriorityFeePerGas: '0x0',
      authorizationList: [
        {
          chainId: hexOf(authorization.chainId),
          address,
          nonce: hexOf(authorization.nonce),
          v: hexOf(yParity ?? 0),
          r,
          s,
        },
      ],
    },
    post: {
      Prague: [
        {
          hash: stateRootOf(after),
          logs: logsHashOf(receipt),
          indexes: { data: 0, gas: 0, value: 0 },
        },
      ],
    },
    config: { chainid: hexOf(chainId) },
  }
}

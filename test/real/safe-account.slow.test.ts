import type { Address, Hex } from '@vaultwright/base'
import {
  type Chain,
  provenSafeAccount,
  readSafeAccount,
  readSafeHash,
  signatureReaderOf,
} from '@vaultwright/chain'
import { accountFromState, wordFromStorage } from '@vaultwright/proof'
import {
  parseServiceEntry,
  printOwnerSignature,
  type SafeAccountState,
  type SafeTransaction,
  safeHashesOf,
  safeTransactionHashOf,
  safeTypedDataOf,
  verifyEntry,
} from '@vaultwright/safe'
import {
  concat,
  encodeAbiParameters,
  fromRlp,
  hashMessage,
  keccak256,
  numberToHex,
  size,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRandom } from '../../scripts/vector/random.mjs'
import { rowOf, signTyped } from '../support/service/safe/made-safe.ts'
import { foreigner, openSafeWorld, owners, plain } from './driver/real-safe.ts'
import { safeReleases } from './market/safe.ts'
import type { RealChain } from './world/real-chain.ts'
import type { RealWorld } from './world/real-world.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let world: RealWorld
let chain: RealChain
let port: Chain
beforeAll(async () => {
  ;({ world, chain, port } = await openSafeWorld())
})
afterAll(() => world?.close())

describe.each(safeReleases)('Safe $version', ({ version }) => {
  const safe = () => chain.of(`Safe ${version} inner`)
  const whyMissing = () => world.missing.get(`Safe ${version}`)
  const accountNow = async (address = safe()) =>
    readSafeAccount(port, address, await port.readBlock('latest'))

  test('golden: the account is the one that storage proofs give, and a changed field is refused', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    await world.undone(async () => {
      const modules = [chain.of('trader'), chain.of('owner')]
      for (const module of modules) {
        const call = { to: safe(), from: safe(), call: 'enableModule(address)' }
        await chain.act({ ...call, args: [module] })
      }
      // What was set beside transactions is in the root of the next block.
      await chain.ask('evm_mine')
      const block = await port.readBlock('latest')
      const account = await readSafeAccount(port, safe(), block)
      expect(account).toMatchObject({ version, threshold: 2, modules: modules.toReversed() })
      expect(account.owners.toSorted()).toEqual(owners.map(({ address }) => address).toSorted())
      const proving = await provenSafeAccount(port, account, block)
      if (!proving.isProven) throw new Error(proving.because)
      const { headerRlp, accountNodes, slots } = proving.proof
      expect(keccak256(headerRlp)).toBe(block.hash)
      const stateRoot = fromRlp(headerRlp)[3] as Hex
      const proven = accountFromState(stateRoot, { address: account.safe, nodes: accountNodes })
      for (const { slot, value, nodes } of slots) {
        expect(wordFromStorage(proven!.storageRoot, { slot, nodes })).toBe(value)
      }
      const changes: readonly Partial<SafeAccountState>[] = [
        { threshold: 1 },
        { nonce: 9n },
        { owners: account.owners.toReversed() },
        { owners: account.owners.slice(1) },
        { modules },
        { modules: [] },
        { guard: foreigner.address },
      ]
      for (const change of changes) {
        const changed = { ...account, ...change }
        await expect(provenSafeAccount(port, changed, block)).rejects.toMatchObject({
          code: 'safe_account_mismatch',
        })
      }
    })
  })

  test('golden: 40 random transactions have the hash that the Safe computes', async ({ skip }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    const random = openRandom(7)
    const block = await port.readBlock('latest')
    const account = await readSafeAccount(port, safe(), block)
    for (let index = 0; index < 40; index++) {
      const transaction: SafeTransaction = {
        to: random.account(),
        value: random.uint(256),
        data: random.bytes(index * 5),
        operation: index % 3 === 0 ? 'delegatecall' : 'call',
        safeTxGas: random.uint(32),
        baseGas: random.uint(32),
        gasPrice: random.uint(64),
        gasToken: random.account(),
        refundReceiver: random.account(),
        nonce: random.uint(256),
      }
      const hash = safeTransactionHashOf(transaction, account)
      expect(await readSafeHash(port, { safe: account.safe, transaction }, block)).toBe(hash)
    }
  })

  test('law: an owner counts exactly where the Safe counts it, in twelve kinds of signatures', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    await world.undone(async () => {
      // Its owners are the inner Safe and the first two keys.
      const outer = chain.of(`Safe ${version} outer`)
      const transaction = plain({ to: chain.of('stranger'), data: '0x1234', nonce: 0n })
      const hash = safeTransactionHashOf(transaction, await accountNow(outer))
      const approve = { to: outer, from: owners[1]!.address, call: 'approveHash(bytes32)' }
      await chain.act({ ...approve, args: [hash] })
      const block = await port.readBlock('latest')
      const account = await readSafeAccount(port, outer, block)
      const hashes = safeHashesOf(transaction, account)
      const preimage = concat(['0x1901', hashes.domain, hashes.message])
      const data = safeTypedDataOf(transaction, account)
      const typed = await signTyped(owners[1]!, data)
      const ofContract = async (owner: Address, isByHash: boolean) => {
        const message = isByHash ? encodeAbiParameters([{ type: 'bytes32' }], [hash]) : preimage
        const parts = await Promise.all(
          rising(owners.slice(0, 2)).map((key) =>
            key.signTypedData({
              domain: { chainId: 31337, verifyingContract: safe() },
              types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
              primaryType: 'SafeMessage',
              message: { message },
            }),
          ),
        )
        return printOwnerSignature({ kind: 'contract', owner, payload: concat(parts) })
      }
      const isNew = version === '1.5.0'
      const approved = (owner: Address) => printOwnerSignature({ kind: 'approved_hash', owner })
      const second = owners[1]!.address
      const cases: readonly (readonly [string, Address, Hex])[] = [
        ['typed data', second, typed],
        ['eth_sign', second, await signMessage(owners[1]!, hash)],
        ['approved hash', second, approved(second)],
        ['a contract, as this version asks', safe(), await ofContract(safe(), isNew)],
        ['a contract, as other versions ask', safe(), await ofContract(safe(), !isNew)],
        ['a contract without code', second, await ofContract(second, isNew)],
        ['high s', second, twinOf(typed)],
        ['v = 29', second, `${typed.slice(0, -2)}1d` as Hex],
        ['a parity', second, `${typed.slice(0, -2)}01` as Hex],
        [
          'passkey',
          second,
          printOwnerSignature({ kind: 'passkey', owner: second, payload: `0x${'44'.repeat(128)}` }),
        ],
        ['a stranger', foreigner.address, await signTyped(foreigner, data)],
        ['an approval of another', safe(), approved(safe())],
      ]
      const first = await signTyped(owners[0]!, data)
      const reader = signatureReaderOf(port, account, block)
      const counted: string[] = []
      for (const [name, owner, signature] of cases) {
        const row = await rowOf(transaction, account, [])
        const confirmations = [
          { owner: owners[0]!.address, signature: first },
          { owner, signature },
        ]
        const entry = parseServiceEntry({ ...row, confirmations })
        const { signatures, isExecutable } = await verifyEntry(entry, account, reader)
        const signed = [[owners[0]!.address, first] as const, [owner, signature] as const]
        const question = { hash, preimage, signatures: packedAsSent(signed) }
        const isAcceptedBySafe = (await reader.isExecutable(question)) === true
        expect(signatures.length === 2, name).toBe(isAcceptedBySafe)
        if (isAcceptedBySafe) {
          counted.push(name)
          expect(isExecutable, name).toBe(true)
        }
      }
      expect(counted).toEqual([
        'typed data',
        'eth_sign',
        'approved hash',
        'a contract, as this version asks',
        'high s',
      ])
    })
  })
})

function rising(keys: readonly PrivateKeyAccount[]): readonly PrivateKeyAccount[] {
  return keys.toSorted((first, second) => (BigInt(first.address) < BigInt(second.address) ? -1 : 1))
}

async function signMessage(key: PrivateKeyAccount, hash: Hex): Promise<Hex> {
  const signature = await key.sign({ hash: hashMessage({ raw: hash }) })
  const v = Number.parseInt(signature.slice(-2), 16) + 4
  return `${signature.slice(0, -2)}${v.toString(16)}` as Hex
}

/** The same signature with s in the upper half. */
function twinOf(signature: Hex): Hex {
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}` as Hex
}

/** Packs signatures as they are, whatever they say: owners rising, payloads behind. */
function packedAsSent(signed: readonly (readonly [Address, Hex])[]): Hex {
  const list = signed.toSorted(([first], [second]) => (BigInt(first) < BigInt(second) ? -1 : 1))
  let offset = list.length * 65
  const heads: Hex[] = []
  const tails: Hex[] = []
  for (const [, signature] of list) {
    const tail = `0x${signature.slice(2 + 130)}` as Hex
    const isDynamic = size(tail) > 0
    const place = numberToHex(offset, { size: 32 }).slice(2)
    heads.push(
      (isDynamic
        ? `${signature.slice(0, 66)}${place}${signature.slice(130, 132)}`
        : signature) as Hex,
    )
    tails.push(tail)
    offset += size(tail)
  }
  return concat([...heads, ...tails])
}

import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import {
  type Chain,
  measureExecution,
  openChain,
  provenSafeAccount,
  readExecution,
  readExecutions,
  readSafeAccount,
  readSafeHash,
  readUnits,
  signatureReaderOf,
} from '@vaultwright/chain'
import { compareExecution, followReadsOf, type Statement, statementOf } from '@vaultwright/outcome'
import { accountFromState, wordFromStorage } from '@vaultwright/proof'
import { callContextOf, ruleBook } from '@vaultwright/protocols'
import {
  buildSafeTransaction,
  delegateTypedDataOf,
  encodeSafeExecution,
  executableSignaturesOf,
  packSignatures,
  parseOwnerSignature,
  parseServiceEntry,
  printOwnerSignature,
  type SafeAccountState,
  type SafeTransaction,
  safeHashesOf,
  safeTransactionHashOf,
  safeTypedDataOf,
  type TypedData,
  verifyEntry,
} from '@vaultwright/safe'
import {
  followExecution,
  judgeQueue,
  openTransactionService,
  type ProposalRecord,
  proposeBatch,
  type SafeAtBlock,
  stateProposal,
} from '@vaultwright/safe-service'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  fromRlp,
  hashMessage,
  keccak256,
  numberToHex,
  parseAbi,
  size,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRandom } from '../../scripts/vector/random.mjs'
import { openBarrier } from '../support/service/safe/barrier.ts'
import { corrupted } from '../support/service/safe/corruption.ts'
import { liesOf } from '../support/service/safe/lie.ts'
import { makeSafe, permitted, post, rowOf, signTyped } from '../support/service/safe/made-safe.ts'
import { openStandIn } from '../support/service/safe/stand-in.ts'
import { ownerKeys, safeMarkets, safeReleases } from './market/safe.ts'
import { encodeChainCall, type RealChain } from './world/real-chain.ts'
import { openRealWorld, type RealWorld } from './world/real-world.ts'

const owners = ownerKeys.map((key) => privateKeyToAccount(key))
const foreigner = privateKeyToAccount(`0x${'77'.repeat(32)}`)
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const multiSendAbi = parseAbi(['function multiSend(bytes transactions) payable'])

let world: RealWorld
let chain: RealChain
let port: Chain
beforeAll(async () => {
  world = await openRealWorld(safeMarkets)
  chain = world.chain
  port = await openChain(chain.anvil.rpc, { id: 31337 })
})
afterAll(() => world?.close())

describe.each(safeReleases)('Safe $version', ({ version }) => {
  const safe = () => chain.of(`Safe ${version} inner`)
  const whyMissing = () => world.missing.get(`Safe ${version}`)
  const accountNow = async (address = safe()) =>
    readSafeAccount(port, address, await port.readBlock('latest'))
  const transferOf = (amount: bigint, nonce: bigint): SafeTransaction => {
    const args = [chain.of('stranger'), amount]
    const data = encodeChainCall({ call: 'transfer(address,uint256)', args })
    return plain({ to: chain.of('USDC'), data, nonce })
  }

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

  test('law: no lie and no corrupted row makes an entry ready that the Safe does not run', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    await world.undone(async () => {
      const account = await accountNow()
      const block = await readAt(safe())
      const standIn = openStandIn(
        {
          accountOf: async (address) => accountNow(address),
          readerOf: (state) =>
            signatureReaderOf(port, state, {
              number: state.blockNumber,
              hash: state.blockHash,
              timestamp: 0n,
            }),
          executions: async () => [],
        },
        31337,
      )
      const settings = {
        url: 'http://127.0.0.1/api',
        key: null,
        chainId: 31337,
        wait: async () => {},
      }
      const service = openTransactionService({ ...settings, fetch: standIn.fetch })
      for (const [index, signers] of [owners.slice(0, 2), [owners[0]!], [owners[1]!]].entries()) {
        const transaction = transferOf(BigInt(index + 1), BigInt(index))
        await post(service, account, { transaction, signers })
      }
      const honest = await judgeQueue(block, [service])
      expect(honest.entries.map(({ state }) => state)).toEqual(['ready', 'queued', 'queued'])
      const ready = honest.entries[0]!.verified.hash
      const data = safeTypedDataOf(transferOf(2n, 1n), account)
      const strangers = await signTyped(foreigner, data)
      const addresses = owners.map(({ address }) => address)
      const lies = liesOf({ account, owners: addresses, foreigner: foreigner.address, strangers })
      for (const { name, fault, code, isThrown } of lies) {
        // The record of the past and the tree are not part of this queue.
        if (code === 'nonce_used') continue
        standIn.fault = fault
        const look = judgeQueue(block, [service], honest)
        if (isThrown === true) await expect(look, name).rejects.toMatchObject({ code })
        else {
          const judged = await look
          const readyHashes = judged.entries.filter(({ state }) => state === 'ready')
          expect(
            readyHashes.every(({ verified }) => verified.hash === ready),
            name,
          ).toBe(true)
        }
      }
      const row = await rowOf(transferOf(1n, 0n), account, owners)
      const random = openRandom(0x5afe)
      let readyCount = 0
      for (let round = 0; round < 300; round++) {
        const changed = corrupted(row, random)
        standIn.fault = (reply) => ({
          ...reply,
          body: { count: 1, next: null, results: [changed] },
        })
        const [entry] = (await judgeQueue(block, [service])).entries
        if (entry?.state !== 'ready') continue
        readyCount += 1
        const { verified } = entry
        const signatures = executableSignaturesOf(verified.signatures, account)!
        const call = encodeSafeExecution({ ...verified.entry.transaction, signatures })
        await chain.ask('eth_call', { from: chain.of('trader'), to: safe(), data: call }, 'latest')
        expect(verified.hash).toBe(row.safeTxHash)
      }
      expect(readyCount).toBeGreaterThan(10)
    })
  })

  test('golden: an execution is as said, otherwise, failed, replaced or pending as it was', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    const account = await accountNow()
    const transaction = transferOf(1_000n, account.nonce)
    const signatures = await signedBy(transaction, account)
    const statement = await statementFor(transaction, account)
    expect(statement.moves).toHaveLength(1)
    const outcome = async (said: Statement = statement) => {
      const { outcome: end, differences, replacedBy } = await followExecution(port, said, 'latest')
      return [end, replacedBy, ...differences.map(({ code }) => code)]
    }
    const undone = (work: () => Promise<void>) => world.undone(work)
    const send = (to: Address, data: Hex) => chain.send({ from: chain.of('trader'), to, data })
    const execution = encodeSafeExecution({ ...transaction, signatures })
    const fromSafe = (call: string, args: readonly unknown[]) =>
      chain.act({ to: safe(), from: safe(), call, args })
    expect(await outcome()).toEqual(['pending', null])
    await undone(async () => {
      await send(safe(), execution)
      expect(await outcome()).toEqual(['executed_as_said', null])
      const head = await port.readBlock('latest')
      const [log, ...further] = await readExecutions(port, safe(), {
        fromBlock: statement.block,
        toBlock: head,
      })
      expect([log?.safeTxHash, further.length]).toEqual([statement.safeTxHash, 0])
      const { basis, ...executed } = await readExecution(port, log!, {
        safe: safe(),
        chainId: 31337,
        version,
        nonce: account.nonce,
      })
      expect(basis).toBe('trace')
      const untraced = {
        ...executed,
        basis: 'receipt',
        logs: executed.receiptLogs,
        native: null,
        transactionNative: null,
      } as const
      const measured = await measureExecution(port, untraced, followReadsOf(statement, untraced))
      expect(compareExecution(statement, measured).outcome).toBe('executed_as_said')
      const [move] = statement.moves
      const tight = { ...statement, moves: [{ ...move!, atLeast: -999n, atMost: -999n }] }
      expect(await outcome(tight)).toEqual(['executed_otherwise', null, 'move_out_of_bounds'])
      expect(await outcome({ ...statement, moves: [] })).toEqual([
        'executed_otherwise',
        null,
        'move_not_stated',
      ])
    })
    // Relayed through another contract, alone and beside a module that acts.
    const library = chain.of(`Safe ${version} MultiSend`)
    const packed = (to: Address, data: Hex) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, to, 0n, BigInt(size(data)), data],
      )
    const relayer: Address = '0x00000000000000000000000000000000000c0de5'
    const relay = async (parts: readonly Hex[]) => {
      // The library refuses plain calls at its own address: its code elsewhere takes them.
      await chain.ask('anvil_setCode', relayer, forwarderCode(library))
      const args = [concat(parts)] as const
      await send(relayer, encodeFunctionData({ abi: multiSendAbi, args }))
    }
    await undone(async () => {
      await relay([packed(safe(), execution)])
      expect(await outcome()).toEqual(['executed_as_said', null])
    })
    await undone(async () => {
      await fromSafe('enableModule(address)', [relayer])
      const viaModule = encodeChainCall({
        call: 'execTransactionFromModule(address,uint256,bytes,uint8)',
        args: [chain.of('USDC'), 0n, transferOf(5n, 0n).data, 0],
      })
      await relay([packed(safe(), execution), packed(safe(), viaModule)])
      const [end, , ...codes] = await outcome()
      expect(end).toBe('executed_otherwise')
      expect(codes).toEqual(expect.arrayContaining(['moved_beside', 'module_acted']))
      expect(codes).not.toContain('move_out_of_bounds')
      const account = await accountNow()
      expect(account.modules).toEqual(
        [relayer].map((module) => expect.stringMatching(new RegExp(module, 'i'))),
      )
      const proving = await provenSafeAccount(port, account, await port.readBlock('latest'))
      const reason = proving.isProven ? null : proving.because
      expect([null, 'the block has no state root']).toContain(reason)
    })
    // The inner call fails and uses the nonce up: only with safeTxGas.
    await undone(async () => {
      const failing = { ...transferOf(10n ** 30n, account.nonce), safeTxGas: 1n }
      const otherStatement = { ...statement, safeTxHash: safeTransactionHashOf(failing, account) }
      await send(
        safe(),
        encodeSafeExecution({ ...failing, signatures: await signedBy(failing, account) }),
      )
      expect(await outcome(otherStatement)).toEqual(['failed', null, 'failed'])
    })
    await undone(async () => {
      const reverting = transferOf(10n ** 30n, account.nonce)
      const data = encodeSafeExecution({
        ...reverting,
        signatures: await signedBy(reverting, account),
      })
      await expect(send(safe(), data)).rejects.toThrow()
      const otherStatement = { ...statement, safeTxHash: safeTransactionHashOf(reverting, account) }
      expect(await outcome(otherStatement)).toEqual(['pending', null])
    })
    await undone(async () => {
      const rejection = plain({ to: safe(), data: '0x', nonce: account.nonce })
      await send(
        safe(),
        encodeSafeExecution({ ...rejection, signatures: await signedBy(rejection, account) }),
      )
      expect(await outcome()).toEqual(['replaced', safeTransactionHashOf(rejection, account)])
    })
    // A stranger pays the Safe within the block.
    await undone(async () => {
      const pay = encodeChainCall({ call: 'transfer(address,uint256)', args: [safe(), 7n] })
      await chain.ask('evm_setAutomine', false)
      try {
        const transactions = [
          { from: chain.of('trader'), to: safe(), data: execution },
          { from: chain.of('owner'), to: chain.of('USDC'), data: pay },
        ]
        for (const transaction of transactions) {
          const sent = { ...transaction, gas: numberToHex(3_000_000), gasPrice: '0x0' }
          await chain.ask('eth_sendTransaction', sent)
        }
        await chain.ask('evm_mine')
      } finally {
        await chain.ask('evm_setAutomine', true)
      }
      expect(await outcome()).toEqual(['undecided', null, 'moved_in_block'])
    })
  })

  test('law: ten races of two proposers who passed every read end without a conflict or a gap', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    const block = await readAt(safe())
    const { account } = block
    // The tree of the fixtures permits the calls; nothing of them runs.
    const { evidence } = await makeSafe().read()
    const reader = async () => ({ ...block, evidence })
    const nowUnix = () => Math.floor(Date.now() / 1_000)
    for (let race = 0; race < 10; race++) {
      const service = openStandInService()
      const terms = { delegate: foreigner.address, chainId: 31337, atUnix: nowUnix() }
      await service.addDelegate({
        safe: safe(),
        delegate: foreigner.address,
        delegator: owners[0]!.address,
        label: 'race',
        expiresAt: null,
        signature: await signTyped(owners[0]!, delegateTypedDataOf(terms)),
      })
      const [posts, settle] = [openBarrier(2), openBarrier(2)]
      const records: ProposalRecord[][] = [[], []]
      const results = await Promise.all(
        records.map((journal, index) => {
          const propose: typeof service.propose = async (proposal) => {
            await posts()
            await service.propose(proposal)
          }
          const proposer = {
            reader,
            service: { ...service, propose },
            journal: {
              read: async () => journal,
              write: async (row: ProposalRecord) => void journal.push(row),
            },
            signer: {
              address: foreigner.address,
              sign: (data: TypedData) => signTyped(foreigner, data),
            },
            nowUnix,
            settle,
          }
          return proposeBatch(proposer, {
            calls: Array(1 + index + 2 * race).fill(permitted),
            origin: 'race',
            isAgain: false,
            isOwnerKeyAllowed: false,
            isConditionalAllowed: true,
          })
        }),
      )
      expect(results.map(({ outcome }) => outcome)).toEqual(['proposed', 'proposed'])
      const { entries, findings } = await judgeQueue(await reader(), [service])
      const nonces = entries.map(({ verified }) => verified.entry.transaction.nonce)
      expect(nonces).toEqual([account.nonce, account.nonce + 1n])
      expect(findings).toEqual([])
      const attempts = records.map((rows) => rows.filter(({ event }) => event === 'signed').length)
      expect(attempts.toSorted()).toEqual([1, 2])
    }
  })

  test('golden: two calls in one transaction are stated as they run, and executed as said', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    await world.undone(async () => {
      const account = await accountNow()
      const calls = [1_000n, 500n].map((amount) => transferOf(amount, 0n))
      const multiSend = chain.of(`Safe ${version} MultiSend`)
      const transaction = buildSafeTransaction(calls, { multiSend, nonce: account.nonce })
      expect(transaction.operation).toBe('delegatecall')
      const statement = await stateProposal(port, { account, transaction, slippageBps: 0n })
      const [token, holder] = [chain.of('USDC'), safe()]
      expect(statement.moves).toEqual([{ token, holder, atLeast: -1_500n, atMost: -1_500n }])
      expect(statement.safeTxHash).toBe(safeTransactionHashOf(transaction, account))
      const signatures = await signedBy(transaction, account)
      const data = encodeSafeExecution({ ...transaction, signatures })
      await chain.send({ from: chain.of('trader'), to: safe(), data })
      const followed = await followExecution(port, statement, 'latest')
      expect(followed.outcome).toBe('executed_as_said')
      expect(followed.moves).toEqual([
        { token, holder, bounds: { atLeast: -1_500n, atMost: -1_500n }, happened: -1_500n },
      ])
      const single = transferOf(10n ** 30n, account.nonce + 1n)
      const draft = { account: await accountNow(), transaction: single, slippageBps: 0n }
      await expect(stateProposal(port, draft)).rejects.toMatchObject({
        code: 'statement_not_possible',
      })
    })
  })

  function openStandInService() {
    const standIn = openStandIn(
      {
        accountOf: async (address) => accountNow(address),
        readerOf: (state) =>
          signatureReaderOf(port, state, {
            number: state.blockNumber,
            hash: state.blockHash,
            timestamp: 0n,
          }),
        executions: async () => [],
      },
      31337,
    )
    const wait = async () => {}
    const settings = { url: 'http://127.0.0.1/api', key: null, chainId: 31337, wait }
    return openTransactionService({ ...settings, fetch: standIn.fetch })
  }

  async function signedBy(transaction: SafeTransaction, account: SafeAccountState): Promise<Hex> {
    const data = safeTypedDataOf(transaction, account)
    const signed = await Promise.all(
      owners.slice(0, 2).map(async (key) => ({
        owner: key.address,
        signature: parseOwnerSignature(await signTyped(key, data)),
      })),
    )
    return packSignatures(signed)
  }

  /** States the transfer: tokens of the Safe leave. */
  async function statementFor(
    transaction: SafeTransaction,
    account: SafeAccountState,
  ): Promise<Statement> {
    const move = {
      standard: 'erc20',
      token: chain.of('USDC'),
      from: safe(),
      to: chain.of('stranger'),
    } as const
    const block = { number: account.blockNumber, hash: account.blockHash, timestamp: 0n }
    const transfers = [{ ...move, amount: 1_000n, id: null, logIndex: 0 }]
    const outcome = { status: 'success' } as const
    const simulation = { outcome, block, logs: [], transfers, approvals: [] }
    const safeTxHash = safeTransactionHashOf(transaction, account)
    const { chainId, nonce } = account
    const subject = { safe: safe(), chainId, version, nonce, safeTxHash, contentHash: safeTxHash }
    return statementOf(simulation, { ...subject, watched: [safe()], slippageBps: 0n })!
  }

  async function readAt(address: Address): Promise<SafeAtBlock> {
    const block = await port.readBlock('latest')
    const account = await readSafeAccount(port, address, block)
    return {
      account,
      unprovenBecause: null,
      proof: null,
      signatures: signatureReaderOf(port, account, block),
      evidence: { root: null, rules: ruleBook, reads: {}, naming: callContextOf(31337, null) },
      hashOf: async (transaction) => readSafeHash(port, { safe: address, transaction }, block),
      unitsOf: (tokens) => readUnits(port, tokens, block),
    }
  }
})

function plain({
  to,
  data,
  nonce,
}: Pick<SafeTransaction, 'to' | 'data' | 'nonce'>): SafeTransaction {
  const terms = {
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
  }
  return { to, value: 0n, data, operation: 'call', ...terms, nonce }
}

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

/** Code that runs that of a library with the same calldata. */
function forwarderCode(library: Address): Hex {
  return `0x363d3d373d3d3d363d73${library.slice(2)}5af43d82803e903d91602b57fd5bf3`.toLowerCase() as Hex
}

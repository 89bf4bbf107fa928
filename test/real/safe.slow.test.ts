import { type Address, type Hex, printHex } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import { type Chain, openChain } from '@vaultwright/chain'
import { encodeSetManageRoot } from '@vaultwright/manager'
import { checksumOf, rootOf } from '@vaultwright/merkle'
import {
  approvalOf,
  buildSafeBatch,
  buildSafeTransaction,
  callsOfBatch,
  encodeSafeExecution,
  openSafeMessage,
  parseSafeBatch,
  printSafeBatch,
  type SafeCall,
  type SafeTransaction,
  safeHashesOf,
  safeMessageHashesOf,
  timelockPairOf,
} from '@vaultwright/safe'
import { concat, hashMessage, pad, toFunctionSelector, type Hex as ViemHex } from 'viem'
import { privateKeyToAddress, serializeSignature, sign } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRandom } from '../../scripts/vector/random.mjs'
import { runsOf } from '../support/runs.ts'
import { expectDescribed } from './driver/case-runner.ts'
import { type CasePlan, planCases } from './driver/case-tree.ts'
import type { Market } from './market/market.ts'
import { ownerKeys, safeMarkets, safeReleases } from './market/safe.ts'
import { erc20, erc4626, nativeWrapper } from './market/token.ts'
import { realArtifactOf } from './package/real-artifact.ts'
import { encodeChainCall, type RealChain } from './world/real-chain.ts'
import { openRealWorld, type RealWorld } from './world/real-world.ts'

/** Batches for each version; a campaign draws 100. */
const runs = Math.max(10, Math.min(100, runsOf(1 / 10)))
const seed = Number(process.env.FUZZ_SEED ?? 0x5afe)
const day = 86_400n
const zero: Hex = `0x${'00'.repeat(32)}`

/** The actions of batches, all of them in one tree. */
const mixed: Market = {
  ...erc4626,
  protocol: 'mixed',
  needs: ['@uniswap/v2-periphery'],
  decoders: [{ contract: 'LendingDecoder' }],
  cases: [...erc20.cases, ...nativeWrapper.cases, ...erc4626.cases],
}

let world: RealWorld
let chain: RealChain
let port: Chain
let plan: CasePlan
beforeAll(async () => {
  world = await openRealWorld([mixed, ...safeMarkets])
  chain = world.chain
  port = await openChain(chain.anvil.rpc, { id: 31337 })
  plan = await planCases(chain, mixed)
})
afterAll(() => world?.close())

describe.each(safeReleases)('Safe $version', ({ version }) => {
  const outer = () => chain.of(`Safe ${version} outer`)
  const inner = () => chain.of(`Safe ${version} inner`)
  const whyMissing = () => world.missing.get(`Safe ${version}`)

  test('law: a batch file runs as it was built, by any signatures, and does what its words say', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    const random = openRandom(seed)
    await world.undone(async () => {
      await makeStrategist(outer())
      for (let run = 0; run < runs; run++) {
        const batch = await drawBatch(random)
        const file = printSafeBatch(
          buildSafeBatch({
            chainId: 31337,
            safe: outer(),
            name: 'Batch',
            description: '',
            createdAtMs: 0,
            calls: batch.calls,
          }),
        )
        const calls = callsOfBatch(parseSafeBatch(file))
        const transaction = await transactionOf(version, outer(), calls)
        const signatures = await signaturesOf(version, transaction, random)
        const sent = executionOf(outer(), transaction, signatures)
        await expectDescribed(chain, sent, batch)
        const { logs } = await chain.send(sent)
        expect(isExecuted(logs, outer())).toBe(true)
      }
    })
  })

  test('refuses: a batch with one byte changed, or with one owner', async ({ skip }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    await world.undone(async () => {
      const data = encodeChainCall({
        call: 'approve(address,uint256)',
        args: [chain.of('trader'), 5n],
      })
      const call = { to: chain.of('USDC'), value: 0n, data }
      const transaction = await transactionOf(version, outer(), [call])
      const signatures = await signaturesOf(version, transaction, openRandom(seed))
      const altered = { ...transaction, data: `${data.slice(0, -1)}6` as Hex }
      // GS026: the owner is not one; GS020: too few signatures; GS025: a hash that was not approved.
      const sendOther = chain.send(executionOf(outer(), altered, signatures))
      await expect(sendOther).rejects.toThrow(/4753303235|4753303236/)
      const single = signatures.slice(0, 2 + 130) as Hex
      const sendSingle = chain.send(executionOf(outer(), transaction, single))
      await expect(sendSingle).rejects.toThrow(/4753303230/)
      await chain.send(executionOf(outer(), transaction, signatures))
    })
  })

  test('law: a guard that a batch sets lets further batches through or refuses them', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    await world.undone(async () => {
      const random = openRandom(seed)
      const run = async (calls: readonly SafeCall[]) => {
        const transaction = await transactionOf(version, outer(), calls)
        const signatures = await signaturesOf(version, transaction, random)
        return chain.send(executionOf(outer(), transaction, signatures))
      }
      const guardBy = (name: string): SafeCall => ({
        to: outer(),
        value: 0n,
        data: encodeChainCall({
          call: 'setGuard(address)',
          args: [chain.of(`Safe ${version} ${name}`)],
        }),
      })
      const approvals = ['trader', 'stranger'].map((spender) => ({
        to: chain.of('USDC'),
        value: 0n,
        data: encodeChainCall({ call: 'approve(address,uint256)', args: [chain.of(spender), 7n] }),
      }))
      await run([guardBy('guard')])
      await run(approvals)
      await run([guardBy('strict guard')])
      await run(approvals.slice(1))
      const restricted = Buffer.from('This call is restricted').toString('hex')
      await expect(run(approvals)).rejects.toThrow(restricted)
    })
  })

  test('law: a timelock pair is scheduled and executed by the Safe', async ({ skip }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    await world.undone(async () => {
      const random = openRandom(seed)
      const timelock = await deployTimelock([outer()])
      const fund = [timelock, 10n ** 9n]
      await chain.act({ to: 'USDC', call: 'transfer(address,uint256)', args: fund })
      for (let run = 0; run < 3; run++) {
        const calls = Array.from({ length: 1 + random.below(3) }, (_, index) => ({
          to: chain.of('USDC'),
          value: 0n,
          data: encodeChainCall({
            call: 'transfer(address,uint256)',
            args: [chain.of('stranger'), BigInt(run * 10 + index + 1)],
          }),
        }))
        const terms = { timelock, calls, predecessor: zero, salt: pad(`0x0${run}`) as Hex }
        const pair = timelockPairOf({ ...terms, delaySeconds: day })
        const hash = calls.length > 1 ? 'hashOperationBatch' : 'hashOperation'
        const list = calls.length > 1 ? '[]' : ''
        const parts = [calls.map(({ to }) => to), calls.map(({ value }) => value)]
        const values = [...parts, calls.map(({ data }) => data)]
        const id = await chain.read({
          to: timelock,
          call: `${hash}(address${list},uint256${list},bytes${list},bytes32,bytes32) view returns (bytes32)`,
          args: [...(calls.length > 1 ? values : values.map(([first]) => first)), zero, terms.salt],
        })
        expect(pair.id).toBe(id)
        const execute = async (call: SafeCall) => {
          const transaction = await transactionOf(version, outer(), [call])
          const signatures = await signaturesOf(version, transaction, random)
          return chain.send(executionOf(outer(), transaction, signatures))
        }
        await execute(pair.schedule)
        await expect(execute(pair.execute)).rejects.toThrow(
          toFunctionSelector('TimelockUnexpectedOperationState(bytes32,bytes32)').slice(2),
        )
        await chain.ask('evm_increaseTime', Number(day))
        const { logs } = await execute(pair.execute)
        expect(logs.filter(({ address }) => isPlace(address, 'USDC'))).toHaveLength(calls.length)
      }
    })
  })

  test('golden: a message has the hash that the handler of the Safe computes', async ({ skip }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    const { dataHash } = openSafeMessage('Sign in')
    const call = 'getMessageHashForSafe(address,bytes) view returns (bytes32)'
    const account = { safe: outer(), chainId: 31337, version }
    const handler = chain.of(`Safe ${version} handler`)
    const stated = await chain.read({ to: handler, call, args: [outer(), dataHash] })
    expect(safeMessageHashesOf(dataHash, account).safeMessage).toBe(stated)
  })

  /** Two signatures: by keys, in either form, or of the nested Safe, which approves on chain. */
  async function signaturesOf(
    release: string,
    transaction: SafeTransaction,
    random: Random,
  ): Promise<Hex> {
    const hash = await hashOf(release, outer(), transaction)
    const owners = [inner(), ...ownerKeys.slice(0, 2).map((key) => privateKeyToAddress(key))]
    const chosen = owners.toSpliced(random.below(3), 1).map(checksumOf)
    const parts: (readonly [Address, Hex])[] = []
    for (const owner of chosen) {
      const key = ownerKeys.find((candidate) => privateKeyToAddress(candidate) === owner)
      if (key === undefined) await approveNested(release, hash)
      const isApproved = key === undefined || random.below(4) === 0
      if (key !== undefined && isApproved) {
        await chain.act({ to: outer(), from: owner, call: 'approveHash(bytes32)', args: [hash] })
      }
      parts.push([owner, isApproved ? approvedBy(owner) : await signedBy(key!, hash, random)])
    }
    return joined(parts)
  }

  async function approveNested(release: string, hash: Hex): Promise<void> {
    const nonce = await nonceOf(inner())
    const approval = approvalOf(outer(), hash, { nonce })
    const innerHash = await hashOf(release, inner(), approval)
    const parts: (readonly [Address, Hex])[] = []
    for (const key of ownerKeys.slice(1)) {
      parts.push([
        privateKeyToAddress(key),
        serializeSignature(await sign({ hash: innerHash, privateKey: key })),
      ])
    }
    await chain.send(executionOf(inner(), approval, joined(parts)))
  }
})

type Random = ReturnType<typeof openRandom>

/** Packed in the order of the owners. */
function joined(parts: readonly (readonly [Address, Hex])[]): Hex {
  const sorted = parts.toSorted(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1))
  return concat(sorted.map(([, signature]) => signature))
}

function approvedBy(owner: Address): ViemHex {
  return concat([pad(owner), zero, '0x01'])
}

/** Over the hash itself, or as `eth_sign` signs it, which raises v by 4. */
async function signedBy(key: Hex, hash: Hex, random: Random): Promise<Hex> {
  if (random.below(2) === 0) return serializeSignature(await sign({ hash, privateKey: key }))
  const message = hashMessage({ raw: hash })
  const signature = serializeSignature(await sign({ hash: message, privateKey: key }))
  const v = Number.parseInt(signature.slice(-2), 16) + 4
  return `${signature.slice(0, -2)}${v.toString(16)}` as Hex
}

async function nonceOf(safe: Address): Promise<bigint> {
  return (await chain.read({ to: safe, call: 'nonce() view returns (uint256)' })) as bigint
}

async function transactionOf(
  version: string,
  safe: Address,
  calls: readonly SafeCall[],
): Promise<SafeTransaction> {
  const multiSend = chain.of(`Safe ${version} MultiSend`)
  return buildSafeTransaction(calls, { multiSend, nonce: await nonceOf(safe) })
}

/** The hash that we compute, which is the one that the Safe computes. */
async function hashOf(version: string, safe: Address, transaction: SafeTransaction): Promise<Hex> {
  const hashes = safeHashesOf(transaction, { safe, chainId: 31337, version })
  const {
    to,
    value,
    data,
    operation,
    safeTxGas,
    baseGas,
    gasPrice,
    gasToken,
    refundReceiver,
    nonce,
  } = transaction
  const kind = operation === 'call' ? 0 : 1
  const onChain = await chain.read({
    to: safe,
    call: 'getTransactionHash(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,uint256) view returns (bytes32)',
    args: [to, value, data, kind, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce],
  })
  const domain = await chain.read({
    to: safe,
    call: 'domainSeparator() view returns (bytes32)',
  })
  expect(hashes).toMatchObject({ transaction: onChain, domain })
  return hashes.transaction
}

function executionOf(safe: Address, transaction: SafeTransaction, signatures: Hex) {
  const data = encodeSafeExecution({ ...transaction, signatures })
  return { from: chain.of('trader'), to: safe, data }
}

/** True if the Safe says that it executed. */
function isExecuted(
  logs: readonly { readonly address: Address; readonly topics: readonly Hex[] }[],
  safe: Address,
): boolean {
  const success = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
  return logs.some(({ address, topics }) => topics[0] === success && checksumOf(address) === safe)
}

function isPlace(address: Address, name: string): boolean {
  return checksumOf(address) === chain.of(name)
}

/** Lets a Safe send batches of the tree. */
async function makeStrategist(safe: Address): Promise<void> {
  const data = encodeSetManageRoot(safe, printHex(rootOf(plan.tree.tree)))
  await chain.send({ from: chain.of('owner'), to: chain.of('Manager'), data })
  const role = [safe, 7, true]
  await chain.act({ to: 'RolesAuthority', call: 'setUserRole(address,uint8,bool)', args: role })
}

/** Some batches of the Manager, and some calls of the Safe's own, in any order. */
async function drawBatch(random: Random): Promise<{
  readonly calls: readonly SafeCall[]
  readonly batches: readonly Hex[]
}> {
  const calls: SafeCall[] = []
  const batches: Hex[] = []
  for (let left = 1 + random.below(3); left > 0; left--) {
    if (random.below(3) === 0) {
      const args = [chain.of('stranger'), BigInt(random.below(1_000_000))]
      const data = encodeChainCall({ call: 'transfer(address,uint256)', args })
      calls.push({ to: chain.of('USDC'), value: 0n, data })
      continue
    }
    const chosen = Array.from({ length: 1 + random.below(3) }, () => plan.cases[random.below(5)]!)
    const block = await port.readBlock('latest')
    const { calldata } = await buildActions(
      {
        tree: plan.tree,
        managerTree: null,
        vault: chain.of('Vault'),
        manager: chain.of('Manager'),
        chainId: 31337,
        knownFacts: plan.knownFacts,
        reads: (reads) => port.readCalls(reads, block),
        now: block.timestamp,
      },
      chosen.map(({ action, params }) => ({
        route: action.route,
        params: { ...params, amount: `${1 + random.below(20)}.5` },
      })),
    )
    calls.push({ to: chain.of('Manager'), value: 0n, data: calldata })
    batches.push(calldata)
  }
  return { calls, batches }
}

async function deployTimelock(proposers: readonly Address[]): Promise<Address> {
  const artifact = await realArtifactOf(
    '@openzeppelin/contracts',
    'build/contracts/TimelockController.json',
  )
  return chain.deploy('Timelock', artifact, [day, proposers, proposers, chain.of('owner')])
}

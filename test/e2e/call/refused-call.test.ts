import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, type Hex, printHex } from '@vaultwright/base'
import { fileOf, printSolidity } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree, canonicalSignatureOf, encodeManage } from '@vaultwright/manager'
import { checksumOf, proofHexOf, rootOf } from '@vaultwright/merkle'
import { evidenceOf, printEvidence } from '@vaultwright/review'
import { encodeDeployData, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { artifactOf } from '../../fork/artifact.ts'
import { returnOneCode } from '../../fork/simulation/catalogue/answering-code.ts'
import { openWorld, send, value, type World } from '../../fork/world.ts'
import { ask, askBeside, run, runBeside, scratch } from '../program.ts'

const folder = scratch()
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const account = (digit: string): Address => checksumOf(`0x${digit.repeat(40)}`)
const [vault, manager, decoder, target] = ['a', 'b', 'c', 'd'].map(account) as Address[]

const swap =
  'swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)'
const bridge =
  'bridge(address receiver_, uint256 amount_, uint256 msgGasLimit_, address connector_, bytes extraData_, bytes options_)'

function dataOf(signature: string, args: readonly unknown[]): Hex {
  const abi = parseAbi([`function ${signature}`] as readonly string[])
  return encodeFunctionData({ abi, args } as Parameters<typeof encodeFunctionData>[0])
}

/** Calldata of a batch of one call, with its leaf and the tree that holds it. */
function batchOf(
  signature: string,
  { by, data, holds }: { readonly by: Address; readonly data: Hex; readonly holds: Address[] },
) {
  const canonical = canonicalSignatureOf(signature)
  const parts = { decoder: by, target: target!, signature: canonical, arguments: holds }
  const tree = buildLeafTree([buildLeaf({ ...parts, canSendValue: false, description: '' })])
  const proof = proofHexOf(tree.tree, 0)
  const calldata = encodeManage([{ proof, decoder: by, target: target!, data, value: 0n }])
  return { tree, calldata }
}

function swapBy(by: Address, executor: Address, srcReceiver: Address) {
  const [src, dst, receiver] = ['1', '2', '3'].map(account) as [Address, Address, Address]
  const desc = {
    srcToken: src,
    dstToken: dst,
    srcReceiver,
    dstReceiver: receiver,
    amount: 5n,
    minReturnAmount: 1n,
    flags: 0n,
  }
  const data = dataOf(swap, [executor, desc, '0x'])
  return batchOf(swap, { by, data, holds: [src, dst, receiver] })
}

describe('a swap whose executor only the chain knows', () => {
  const outsider = account('5')
  const { tree, calldata } = swapBy(decoder!, outsider, outsider)
  const accounts = { vault: vault!, manager: manager!, accountant: null, decoder: decoder! }
  const file = write('swap.json', printSolidity(fileOf(tree, accounts)))
  const lineOf = (command: string) => ['calldata', command, calldata, '--tree', file]

  test('refuses: explain and verify alike with --strict', () => {
    for (const command of ['explain', 'verify']) {
      expect(run([...lineOf(command), '--strict']).code, command).toBe(1)
      expect(ask([...lineOf(command), '--strict']), command).toMatchObject({
        ok: false,
        verdict: 'conditional',
      })
      expect(ask([...lineOf(command), '--allow-conditional']), command).toMatchObject({
        ok: true,
        verdict: 'conditional',
      })
    }
    expect(run(lineOf('verify')).out).toContain('oneInchExecutor()')
  })
})

describe('evidence whose amount was changed', () => {
  const pool: Address = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
  const weeth: Address = '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee'
  const signature = 'withdraw(address asset, uint256 amount, address to)'
  const canonical = canonicalSignatureOf(signature)
  const tree = buildLeafTree([
    buildLeaf({
      decoder: decoder!,
      target: pool,
      signature: canonical,
      canSendValue: false,
      arguments: [weeth, vault!],
      description: 'Withdraw weETH from Aave v3 Pool',
    }),
  ])
  const root = printHex(rootOf(tree.tree))
  /** The checksum is made from the document as it is, a forged one too. */
  const documentOf = (amount: bigint) => {
    const data = dataOf(signature, [weeth, amount, vault])
    const proof = proofHexOf(tree.tree, 0)
    const calldata = encodeManage([{ proof, decoder: decoder!, target: pool, data, value: 0n }])
    const actions = ['Withdraw 10.5 weETH from Aave v3 Pool']
    const parts = { calldata, tree, manager: manager!, vault: vault!, strategist: null }
    return printEvidence(evidenceOf({ ...parts, chainId: 1, actions }))
  }

  test('refuses: the right root, a new checksum, and 2^256-1 in place of 10.5', () => {
    const honest = write('honest.json', documentOf(10_500_000_000_000_000_000n))
    const verifyLine = (file: string) => ['calldata', 'verify', '--evidence', file, '--root', root]
    expect(run(verifyLine(honest))).toMatchObject({
      code: 0,
      out: expect.stringContaining('Yes: '),
    })
    const forged = write('forged.json', documentOf(2n ** 256n - 1n))
    const { code, out } = run(verifyLine(forged))
    expect(code).toBe(1)
    expect(out).toContain('[sentence_differs]')
    expect(out).toContain('No: ')
    expect(out).not.toContain('Yes')
    expect(out).toMatch(
      /Withdraw the whole balance or debt of weETH \(2\^256-1\) from Aave v3 Core/,
    )
    expect(ask(verifyLine(forged))).toMatchObject({ ok: false, verdict: 'refused' })
  })
})

describe('calls that their decoder refuses, at a block', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await value(world.anvil.rpc, 'anvil_setCode', target, returnOneCode)
  })
  afterAll(() => world?.close())

  async function place(contract: string, ...args: readonly unknown[]): Promise<Address> {
    const { abi, code } = await artifactOf(contract)
    const data = encodeDeployData({ abi, bytecode: code, args: [...args] })
    return checksumOf((await send(world.anvil.rpc, world.owner, { data })).contractAddress as Hex)
  }

  async function verdictOf({ tree, calldata }: ReturnType<typeof batchOf>) {
    const { manager, strategist } = world
    await world.act(manager, 'setManageRoot', strategist, printHex(rootOf(tree.tree)))
    const words = [
      'calldata',
      'verify',
      calldata,
      '--rpc-url',
      world.anvil.url,
      '--strict',
      '--manager',
      manager.address,
      '--strategist',
      strategist,
    ]
    const { code, out } = await runBeside(words)
    const { ok, verdict } = await askBeside(words)
    const request = { from: strategist, to: manager.address, data: calldata }
    const [answer] = await world.chain.readCalls([request], await world.chain.readBlock('latest'))
    expect(ok).toBe(answer!.ok)
    expect(code).toBe(answer!.ok ? 0 : 1)
    return { ok, verdict, out }
  }

  test('refuses: a bridge of Derive with options', async () => {
    const by = await place('DeriveDecoder')
    const [receiver, connector, first, second] = ['1', '2', '3', '4'].map(account)
    const extra = `0x${[first, second].map((one) => one!.slice(2).padStart(64, '0')).join('')}`
    const bridgeWith = (options: Hex) => {
      const data = dataOf(bridge, [receiver, 7n, 9n, connector, extra, options])
      const holds = [receiver, connector, first, second] as Address[]
      return verdictOf(batchOf(bridge, { by, data, holds }))
    }
    expect(await bridgeWith('0x')).toMatchObject({ ok: true, verdict: 'proven' })
    const refused = await bridgeWith('0x01')
    expect(refused).toMatchObject({ ok: false, verdict: 'refused' })
    expect(refused.out).toContain('No: ')
    expect(refused.out).not.toContain('Yes')
  })

  test('refuses: an owned swap that pays another account than the executor', async () => {
    const executor = account('6')
    const by = await place('OneInchOwnedDecoder', world.owner, executor)
    expect(await verdictOf(swapBy(by, executor, executor))).toMatchObject({ verdict: 'proven' })
    const refused = await verdictOf(swapBy(by, executor, account('7')))
    expect(refused).toMatchObject({ ok: false, verdict: 'refused' })
    expect(refused.out).not.toContain('Yes')
    expect(await verdictOf(swapBy(by, account('5'), account('5')))).toMatchObject({ ok: false })
  })

  test('refuses: a leaf whose bytes only another version of the decoder packs', async () => {
    const executor = account('6')
    const [src, dst, receiver] = ['1', '2', '3'].map(account) as [Address, Address, Address]
    const holds = [executor, src, dst, executor, receiver]
    const checked = async (by: Address) => {
      const { tree } = batchOf(swap, { by, data: '0x', holds })
      const accounts = { vault: vault!, manager: null, accountant: null, decoder: by }
      const file = write('other.json', printSolidity(fileOf(tree, accounts)))
      const report = await askBeside(['tree', 'check', file, '--rpc-url', world.anvil.url])
      expect(report.files[0].onChain.asked).toBe(1)
      const findings = report.files[0].findings as {
        code: string
        severity: string
        leaf: number
      }[]
      return findings.filter(({ code }) => code.startsWith('decoder_'))
    }
    expect(await checked(await place('OneInchDecoder'))).toEqual([])
    const owned = await place('OneInchOwnedDecoder', world.owner, executor)
    expect(await checked(owned)).toMatchObject([
      { code: 'decoder_is_other_version', severity: 'error', leaf: 0 },
    ])
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import {
  type Anvil,
  openAnvil,
  openChain,
  readRootProof,
  simulateProvenOn,
} from '@vaultwright/chain'
import { type FinalityFile, printFinalityFile } from '@vaultwright/finality'
import { tieRollup } from '@vaultwright/operations'
import { printWitness } from '@vaultwright/proof'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootProofOf } from '../../../packages/api/src/present/root.ts'
import { supplyRequest } from '../../conformance/proven/supply.ts'
import { typedData } from '../../console/signing/packet.ts'
import { supplyTree } from '../../console/signing/proven-packet.ts'
import { finalityOfBlock } from '../../support/node/local-beacon.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { openRelabelledNode } from '../../support/node/op-stack-node.ts'
import { chainOn, confirmOutput, finalOf, gameCode } from '../../support/node/rollup-below.ts'
import { askBeside, runBeside, scratch } from '../program.ts'

const folder = scratch()
const withdrawalsRoot: Hex = `0x${'5b'.repeat(32)}`
/** A header of OP Mainnet under Jovian, which the time of the local chain is in. */
const jovian = {
  extraData: '0x01000000fa000000060000000000000000',
  requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  withdrawalsRoot,
} as const
let below: Anvil
let words: readonly string[]
let trust: readonly string[]
let text: string
let file: FinalityFile
const written = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const packetOf = (chainId: number) => text.replace('"chainId":10,', `"chainId":${chainId},`)

beforeAll(async () => {
  below = await openAnvil({ chainId: 1, arguments: ['--hardfork', 'prague'] })
  const local = await startLocalChain()
  try {
    const { rpc } = await openRelabelledNode(local.anvil.rpc, { chainId: 10, fields: jovian })
    const rollup = await openChain(rpc, { id: 10 })
    const block = await rollup.readBlock('latest')
    const request = supplyRequest(local, block)
    const { witness } = await simulateProvenOn(rollup, request)
    const { from: strategist, to: manager, data } = request
    const proof = await readRootProof(rollup, { manager, strategist, block })
    const rootProof = rootProofOf({ ...proof, chain: 'optimism', chainId: 10, manager, strategist })

    const [answer] = await rpc.ask([{ method: 'eth_getBlockByHash', params: [block.hash, false] }])
    const header = (answer as { readonly value: Parameters<typeof confirmOutput>[1]['header'] })
      .value
    await confirmOutput(below, { chainId: 10, header }, gameCode)
    const final = await finalOf(below)
    const execution = { ...final.block, timestamp: final.timestamp }
    const { file: start, checkpoint, network: beacon } = finalityOfBlock(1, execution)
    const nodes = { below: await chainOn(below, 1), rollup }
    file = await tieRollup({ file: start, final }, nodes, 'finalized')
    const network = written('network.json', beacon)
    trust = ['--checkpoint', checkpoint, '--beacon-network', network]
    text = JSON.stringify({
      ...typedData,
      domain: { chainId: 10, verifyingContract: strategist },
      message: { ...typedData.message, to: manager, data },
    })
    const witnessFile = written('witness.json', printWitness(witness))
    const proofFile = written('root.json', JSON.stringify({ data: rootProof }))
    const held = ['--tree', supplyTree, '--safe-version', '1.4.1']
    words = [...held, '--witness', witnessFile, '--root-proof', proofFile]
  } finally {
    await local.anvil.close()
  }
})
afterAll(() => below?.close())

/** The words of a signer who has compared the device. */
async function signer(packet: string): Promise<readonly string[]> {
  const { shownHashes: shown } = await askBeside(['packet', packet, ...words])
  const hashes = ['--domain-hash', shown.domainHash, '--message-hash', shown.messageHash]
  return ['packet', packet, ...words, ...hashes, '--safe-tx-hash', shown.safeTxHash]
}

test('golden: a packet of a rollup is proven from a checkpoint of Ethereum, with the age of its confirmed state', async () => {
  const finality = written('finality.json', printFinalityFile(file))
  const device = await signer(text)
  const whole = [...device, '--finality', finality, ...trust, '--allow-conditional']
  const { code, out, err } = await runBeside(whole)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const { number, hash } = file.layerTwo!.block
  expect(out).toContain(
    `confirmed  block ${number} ${hash} of chain 10, as of block ${file.block.number} of chain 1: `,
  )
  expect(out).toMatch(/made \d+ days ago: not the rollup's current state\n/)
  const json = await askBeside(whole)
  // That the Manager acts for the vault a node says, and none is asked here.
  expect(json).toMatchObject({
    answer: 'conditional',
    ok: true,
    final: { chainId: 10, rollup: { under: 1 } },
  })
  expect(Number(json.final.rollup.ageSeconds)).toBeGreaterThan(86_400)
  const codes = json.reasons.map((reason: { readonly code: string }) => reason.code)
  expect(codes.sort()).toEqual(['manager_untied', 'simulation_proven'])
  expect(out).toContain('Yes, if each line marked "if" is so')
  const summary = await runBeside([...whole, '--summary'])
  expect(summary.out).toContain("not the rollup's current state\n")
  // Without the file the same packet is open: nothing says that the block is the chain's.
  expect(await askBeside(device)).toMatchObject({ answer: 'incomplete', ok: false })
})

test('refuses: a packet under another anchor, and one of another chain', async () => {
  const device = await signer(text)
  const layerTwo = file.layerTwo!
  const { rollup } = layerTwo
  const lies = {
    claim: { ...layerTwo, rollup: { ...rollup, messagePasserRoot: `0x${'11'.repeat(32)}` } },
    chain: { ...layerTwo, chainId: 130 },
  } as Readonly<Record<string, FinalityFile['layerTwo']>>
  for (const [name, lie] of Object.entries(lies)) {
    const path = written(`${name}.json`, printFinalityFile({ ...file, layerTwo: lie! }))
    const { code, out, err } = await runBeside([...device, '--finality', path, ...trust])
    expect({ code, out }, name).toEqual({ code: 3, out: '' })
    expect(err, name).toContain('That the block is final is not proven')
  }
  const { layerTwo: _, ...below } = file
  for (const [path, packet, message] of [
    [
      written('below.json', printFinalityFile(below)),
      text,
      'of chain 1, and the packet of chain 10',
    ],
    [
      written('finality.json', printFinalityFile(file)),
      packetOf(130),
      'of chain 10, and the packet of chain 130',
    ],
  ] as const) {
    const refused = await runBeside(['packet', packet, ...words, '--finality', path, ...trust])
    expect(refused.code).toBe(2)
    expect(refused.err).toContain(message)
  }
})

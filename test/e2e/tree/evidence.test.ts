import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { parseTreeFile } from '@vaultwright/formats'
import { evidenceOf, printEvidence } from '@vaultwright/review'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { ask, askBeside, example, root, run, runBeside, scratch } from '../program.ts'

const folder = scratch()
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** The evidence of calls that a tree permits. */
function evidenceFor(tree: string, calls: string, chainId: number | null) {
  const words = [
    'calldata',
    'encode',
    '--tree',
    tree,
    '--calls',
    join(root, 'fixtures/calls', calls),
  ]
  const calldata = run(words).out.trim() as Hex
  const { tree: leaves, metadata } = parseTreeFile(readFileSync(tree))
  const { manager, vault } = metadata
  return evidenceOf({ calldata, tree: leaves, manager: manager!, vault, strategist: null, chainId })
}

const evidence = evidenceFor(example, 'supply.json', null)
const text = printEvidence(evidence)
const file = write('evidence.json', text)
const verify = (...words: string[]) => ['calldata', 'verify', '--evidence', ...words]

describe('calldata verify --evidence', () => {
  test('default: the document alone is enough, and the root is its own word', () => {
    const { code, out, err } = run(verify(file))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatchSnapshot()
    expect(run(verify('-'), { input: text }).out).toBe(out)
    expect(ask(verify(file))).toMatchObject({
      ok: true,
      rootFrom: null,
      root: evidence.root,
      reasons: [],
    })
  })

  test('behavior: a root, a Manager or calldata that a person names must be those of the document', () => {
    const right = { root: evidence.root, manager: evidence.manager }
    const hex = evidence.encoded_tx_data
    const words = ['--root', right.root, '--manager', right.manager]
    expect(run(['calldata', 'verify', hex, '--evidence', file, ...words]).code).toBe(0)
    const documents = [
      [['--root', `0x${'11'.repeat(32)}`], 'other_root'],
      [['--manager', evidence.vault!], 'other_manager'],
      [['--manager-root', right.root], 'other_manager_root'],
    ] as const
    for (const [damaged, code] of documents) {
      expect(run(verify(file, ...damaged)).code).toBe(1)
      expect(
        ask(verify(file, ...damaged)).reasons.map((one: { code: string }) => one.code),
      ).toEqual([code])
    }
    const { code, out } = run(['calldata', 'verify', `${hex}00`, '--evidence', file])
    expect(code).toBe(1)
    expect(out).toContain('[other_encoded_tx_data]')
  })

  test('behavior: another amount, an account, a word of a proof: each is a no', () => {
    const [call] = evidence.calls.slice(1)
    for (const piece of [
      '3b9aca00',
      call!.proof[4]!.slice(2),
      call!.leaf_digest.slice(2),
      call!.packed.slice(2),
    ]) {
      const changed = text.replaceAll(
        piece,
        piece.replace(/^./, (digit) => (digit === '1' ? '2' : '1')),
      )
      expect(changed).not.toBe(text)
      const { code, out } = run(verify(write('changed.json', changed)))
      expect(code, piece).toBe(1)
      expect(out).toContain('No: ')
    }
  })

  test('refuses: words that are not what the calldata does; no words of a document stand as ours', () => {
    const { tree: leaves, metadata } = parseTreeFile(readFileSync(example))
    const described = evidence.calls.map(({ index }) => `Call ${index} moves 12.5 of it`)
    const parts = { tree: leaves, manager: metadata.manager!, vault: metadata.vault }
    const forged = evidenceOf({
      ...parts,
      strategist: null,
      chainId: 1,
      actions: described,
      calldata: evidence.encoded_tx_data,
    })
    const place = write('forged.json', printEvidence(forged))
    const { code, out } = run(verify(place, '--root', evidence.root))
    expect(code).toBe(1)
    expect(out).toContain('[sentence_differs]')
    expect(out).not.toContain('Yes')
    expect(out).toContain('words of the document, not checked: "Call 0 moves 12.5 of it"')
    expect(ask(verify(place))).toMatchObject({ ok: false, verdict: 'refused' })
  })

  test('error: UsageError beside a tree, and without anything', () => {
    expect(run(verify(file, '--tree', example)).code).toBe(2)
    expect(run(['calldata', 'verify']).code).toBe(2)
    expect(run(verify(file, '--strategist', evidence.manager)).code).toBe(2)
  })

  test('error: EvidenceFileError for another document', () => {
    const { code, err } = run(verify(example))
    expect(code).toBe(3)
    expect(err).toContain('The evidence cannot be read')
  })
})

describe('calldata verify --evidence against a chain', () => {
  const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
  const local = evidenceFor(tree, 'local-eth-supply.json', 31337)
  const place = write('local.json', printEvidence(local))
  let chain: LocalChain
  let words: readonly string[]

  beforeAll(async () => {
    chain = await startLocalChain()
    words = [...verify(place, '--rpc-url', chain.anvil.url), '--strategist']
  })
  afterAll(() => chain.anvil.close())

  test('default: the root is the one on chain', async () => {
    const line = [...words, placeOf(chain, 'strategist')]
    const { code, out, err } = await runBeside(line)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`The root ${local.root} is the one on chain.`)
    expect(out).toContain(`about manager ${local.manager} on the word of the document alone`)
    expect((await runBeside([...line, '--manager', local.manager])).out).not.toContain(' alone: ')
    expect(await askBeside(line)).toMatchObject({
      ok: true,
      rootFrom: 'chain',
      onChain: { root: { root: local.root } },
    })
  })

  test('behavior: the root of another strategist is refused', async () => {
    const { code, out } = await runBeside([...words, placeOf(chain, 'second strategist')])
    expect(code).toBe(1)
    expect(out).toContain('[other_root]')
    expect(out).toContain('is NOT the one on chain')
  })

  test('behavior: the Manager has the root that is stated for it, whether anything borrows or not', async () => {
    const treeOf = (path: string) => parseTreeFile(readFileSync(path)).tree
    const { encoded_tx_data: calldata, manager, vault, strategist } = local
    const trees = { tree: treeOf(tree), managerTree: treeOf(example) }
    const parts = { ...trees, calldata, manager, vault, strategist, chainId: 31337 }
    const stale = write('stale.json', printEvidence(evidenceOf(parts)))
    const [, , , , ...node] = words
    const line = [...verify(stale), ...node, placeOf(chain, 'strategist')]
    const { code, out } = await runBeside(line)
    expect(code).toBe(1)
    expect(out).toContain('[other_manager_root]')
  })
})

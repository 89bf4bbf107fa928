import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, parseHex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { printFinalityFile } from '@vaultwright/finality'
import { openHeader } from '@vaultwright/proof'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finalityOfBlock } from '../../support/node/local-beacon.ts'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { root, runBeside, scratch } from '../program.ts'

const folder = scratch()
const witness = join(folder, 'control.json')
let chain: LocalChain
let hash: string

beforeAll(async () => {
  chain = await startLocalChain()
  const [answer] = await chain.anvil.rpc.ask([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ])
  hash = (answer as { value: { hash: string } }).value.hash
})
afterAll(() => chain?.anvil.close())

const vaultWords = () => {
  const named = (part: string) => placeOf(chain, `Local ETH: ${part}`)
  const parts = ['manager', 'accountant', 'teller', 'queue'] as const
  const options = parts.flatMap((part) => [`--${part}`, named(part)])
  return [placeOf(chain, 'Local ETH'), ...options, '--rpc-url', chain.anvil.url]
}

test('golden: one screen says who can take a vault, and a witness says it again offline', async () => {
  const { code, out, err } = await runBeside(['control', ...vaultWords(), '--witness', witness])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const lines = out.split('\n')
  expect(lines[0]).toBe('One key can take this vault, at once.')
  expect(out).toMatch(
    /^CRITICAL {2}1 key at once: manage freely, (?:.+\n)+ {10}key 0x\S+ → owner /m,
  )
  expect(out).toMatch(new RegExp(`^proven from +block \\d+, ${hash}$`, 'm'))
  expect(out.split('\n').length).toBeLessThanOrEqual(41)
  const replay = ['control', 'replay', witness, '--block-hash']
  const again = await runBeside([...replay, hash])
  expect({ code: again.code, out: again.out }).toEqual({ code: 0, out })
  const foreign = await runBeside([...replay, `0x${'11'.repeat(32)}`])
  expect(foreign.code).toBe(4)
  const { header } = JSON.parse(readFileSync(witness, 'utf8'))
  const { number, stateRoot, timestamp } = openHeader(parseHex(header))
  const execution = { number, hash: hash as Hex, stateRoot, timestamp }
  const { file, checkpoint, network } = finalityOfBlock(31337, execution)
  writeFileSync(join(folder, 'finality.json'), printFinalityFile(file))
  writeFileSync(join(folder, 'network.json'), network)
  const trust = ['--checkpoint', checkpoint, '--beacon-network', join(folder, 'network.json')]
  const finality = ['--finality', join(folder, 'finality.json'), ...trust]
  const final = await runBeside(['control', 'replay', witness, ...finality])
  expect({ code: final.code, err: final.err }).toEqual({ code: 0, err: '' })
  expect(final.out.startsWith(out)).toBe(true)
  expect(final.out.slice(out.length)).toMatch(/^final {2}block \d+ 0x.*: 511 of 512 members signed/)
  const both = await runBeside([...replay, hash, ...finality])
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('Leave --block-hash out')])
  const changed = readFileSync(witness, 'utf8').replace('"version":1', '"version":2')
  const path = join(folder, 'changed.json')
  writeFileSync(path, changed)
  const refused = await runBeside(['control', 'replay', path, '--block-hash', hash])
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('version is not 1')])
})

test('golden: a definition names the contracts and the strategists, and the chain is its own', async () => {
  const definition = join(root, 'fixtures/definitions/local-eth.yaml')
  const words = ['control', definition, '--rpc-url', chain.anvil.url, '--json']
  const { code, out } = await runBeside([...words, '--act', 'manage_by_root'])
  expect(code).toBe(0)
  const answer = JSON.parse(out)
  const strategists = answer.acts.map((row: { strategist: string }) => row.strategist)
  expect(strategists).toContain(placeOf(chain, 'strategist').toLowerCase())
  expect(answer.complete).toBe(true)
})

test('golden: keys that suffice, keys that do not, and failures by name', async () => {
  const owner = placeOf(chain, 'owner')
  const question = ['control', 'why', ...vaultWords(), '--act', 'mint', '--keys']
  const [enough, few, failing, same] = await Promise.all([
    runBeside([...question, owner]),
    runBeside([...question, placeOf(chain, 'strategist')]),
    runBeside(['control', ...vaultWords(), '--act', 'mint', '--fail-on', 'incomplete,high']),
    runBeside(['control', 'diff', ...vaultWords(), '--from', 'latest']),
  ])
  expect([enough.code, enough.out]).toEqual([0, expect.stringContaining('they suffice, at once')])
  expect([few.code, few.out]).toEqual([1, expect.stringContaining('do not suffice')])
  expect(failing.code).toBe(1)
  expect([same.code, same.out]).toEqual([0, 'Nothing changed.\n'])
})

test('golden: a policy is held, broken by name, and printed as Markdown', async () => {
  const policyOf = (name: string, rules: string) => {
    const path = join(folder, name)
    writeFileSync(path, `version: 1\ncontrol:\n${rules}\n`)
    return path
  }
  const keeping = policyOf('kept.yaml', '  set_root: { least_keys: 1, not_public: true }')
  const broken = policyOf('broken.yaml', '  set_root: { least_keys: 3, least_delay: 24h }')
  const words = ['control', ...vaultWords(), '--policy']
  const [yes, no, markdown] = await Promise.all([
    runBeside([...words, keeping, '--act', 'mint']),
    runBeside([...words, broken, '--act', 'mint']),
    runBeside([...words, broken, '--format', 'markdown']),
  ])
  expect([yes.code, yes.out]).toEqual([0, expect.stringContaining('The policy is kept.')])
  expect([no.code, no.out]).toEqual([1, expect.stringContaining('not kept: 6 broken')])
  expect(no.out).toMatch(/set_root on 0x\w{40}: 1 key, at once; the policy wants at least 3 keys/)
  expect(markdown.code).toBe(1)
  expect(markdown.out).toMatch(/^\*\*One key can take this vault, at once\.\*\*\n/)
  expect(markdown.out).toContain('| act | keys | delay | by |  |\n| --- |')
  expect(markdown.out).toMatch(/- error: set\\_root on .* `control_least_keys`/)
})

test('golden: a policy fails on each trap of the vault Control, and its witness says so again offline', async () => {
  const policy = join(folder, 'traps.yaml')
  writeFileSync(
    policy,
    `version: 1
control:
  set_root: { least_keys: 3, least_delay: 24h }
  mint: { least_keys: 3, not_public: true }
  unpause: { least_keys: 2 }
  pause: { most_keys: 1, most_delay: 0s }
  any: { unknown_code: refuse, unused_accounts: refuse, delegated_keys: warn, complete: require, modules: listed }
`,
  )
  const named = (part: string) => placeOf(chain, `Control${part}`).toLowerCase()
  const parts = ['manager', 'accountant', 'teller'] as const
  const options = parts.flatMap((part) => [`--${part}`, named(`: ${part}`)])
  const trapWitness = join(folder, 'traps.json')
  const words = [named(''), ...options, '--rpc-url', chain.anvil.url, '--witness', trapWitness]
  const { code, out } = await runBeside(['control', ...words, '--policy', policy])
  expect(code).toBe(1)
  expect(out.split('\n')[0]).toBe('Anybody can take this vault, at once.')
  const rowsOf = (text: string) =>
    [...text.matchAll(/^ {2}(?:error|warning) +(.*?)(0x\w{40}).* \[control_(\w+)\]$/gm)]
      .map(([, act, account, rule]) => `${rule} ${act!.replace(' on ', '')} ${account}`.trim())
      .sort()
  const rows = rowsOf(out)
  expect(rows).toEqual(
    expect.arrayContaining([
      `least_keys set_root ${named(': manager')}`,
      `least_delay set_root ${named(': manager')}`,
      `least_keys mint ${named('')}`,
      `public mint ${named('')}`,
      ...parts.map((part) => `least_keys unpause ${named(`: ${part}`)}`),
    ]),
  )
  const counts = new Map<string, number>()
  for (const row of rows) {
    const [rule] = row.split(' ') as [string]
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  expect(Object.fromEntries(counts)).toEqual({
    least_keys: 5,
    least_delay: 1,
    public: 1,
    slow: 2,
    unknown_code: 2,
    unused_account: 4,
    delegated_key: 1,
  })
  const [screen, json, all] = await Promise.all([
    runBeside(['control', ...words]),
    runBeside(['control', ...words, '--json']),
    runBeside(['control', ...words, '--all']),
  ])
  const lines = screen.out.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(40)
  expect(lines.filter((line) => [...line].length > 100)).toEqual([])
  // Every act is named, those without room as a count: nothing is left out silently.
  const acts: readonly { readonly act: string }[] = JSON.parse(json.out).acts
  const text = lines.map((line) => line.trim()).join(' ')
  for (const { act } of acts) expect(text).toContain(act.replaceAll('_', ' '))
  expect(text).toMatch(/and 17 more \(6 high, 8 medium, 3 low\), 16 of them by one key or none;/)
  expect(all.out).toMatch(/^manage freely +2 keys +at once +key 0x\S+ → .* setPublicCapability/m)
  const replayWords = ['replay', trapWitness, '--block-hash', hash, '--policy', policy]
  const again = await runBeside(['control', ...replayWords])
  expect([again.code, rowsOf(again.out)]).toEqual([1, rows])
})

test('refuses: a policy without rules of control, and one for another vault', async () => {
  const bare = join(folder, 'bare.yaml')
  const foreign = join(folder, 'foreign.yaml')
  writeFileSync(bare, 'version: 1\n')
  writeFileSync(
    foreign,
    `version: 1\nvault: "0x${'12'.repeat(20)}"\ncontrol:\n  any: { complete: require }\n`,
  )
  const [empty, misplaced] = await Promise.all(
    [bare, foreign].map((path) => runBeside(['control', ...vaultWords(), '--policy', path])),
  )
  expect([empty!.code, empty!.err]).toEqual([2, expect.stringContaining('no rules under')])
  expect([misplaced!.code, misplaced!.err]).toEqual([
    2,
    expect.stringContaining('is for the vault'),
  ])
})

test('refuses: a vault without its Manager, an account without code, an act and a word that there are not', async () => {
  const [vault, ...options] = vaultWords()
  const [bare, empty, act, word] = await Promise.all([
    runBeside(['control', vault!, '--rpc-url', chain.anvil.url]),
    runBeside(['control', `0x${'12'.repeat(20)}`, ...options]),
    runBeside(['control', vault!, ...options, '--act', 'steal']),
    runBeside(['control', vault!, ...options, '--fail-on', 'all']),
  ])
  expect([bare.code, bare.err]).toEqual([2, expect.stringContaining('Give --manager')])
  expect([empty.code, empty.err]).toEqual([3, expect.stringContaining('no contract at')])
  expect([act.code, act.err]).toEqual([2, expect.stringContaining('no act "steal"')])
  expect([word.code, word.err]).toEqual([2, expect.stringContaining('cannot be "all"')])
})

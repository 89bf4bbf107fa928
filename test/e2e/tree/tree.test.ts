import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasRealTrees, realTreeNames, realTreePath } from '../../support/call/real-tree.ts'
import { ask, example, root, run, scratch } from '../program.ts'

const folder = scratch()
const exampleRoot = '0xa38c5c044ed880154ff9cafa8f1839bf384dd043768bfb297c41fd6088cd55ca'
const text = readFileSync(example, 'utf8')
const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const damaged = write('damaged.json', text.replace('"CanSendValue": true', '"CanSendValue": false'))

describe('tree root', () => {
  test('default', () => {
    expect(run(['tree', 'root', example])).toEqual({ code: 0, out: `${exampleRoot}\n`, err: '' })
  })

  test('behavior: a file that contradicts its leaves is a no, with the root of the leaves', () => {
    const { code, out, err } = run(['tree', 'root', damaged])
    expect(code).toBe(1)
    expect(out).toMatch(/^0x[0-9a-f]{64}\n$/)
    expect(out).not.toContain(exampleRoot)
    expect(err).toContain('contradicts its own leaves')
    expect(run(['tree', 'root', damaged, '--quiet']).err).toBe('')
  })

  test('behavior: standard input', () => {
    expect(run(['tree', 'root', '-'], { input: text }).out).toBe(`${exampleRoot}\n`)
  })
})

describe('tree check', () => {
  test('default', () => {
    const { code, out, err } = run(['tree', 'check', example])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.replace(example, 'example-1024.json')).toMatchSnapshot()
  })

  test('behavior: a damaged file is a no, and the place is named', () => {
    const { code, out } = run(['tree', 'check', damaged])
    expect(code).toBe(1)
    expect(out).toMatch(/^unsound/)
    expect(out).toContain('leafs[0]')
    const { ok, files } = ask(['tree', 'check', damaged])
    expect(ok).toBe(false)
    expect(files[0].findings[0]).toMatchObject({ severity: 'error', leaf: expect.anything() })
  })

  test('behavior: warnings are a no only with --strict', () => {
    expect(ask(['tree', 'check', example]).files[0].findings).toContainEqual(
      expect.objectContaining({ severity: 'warning' }),
    )
    expect(run(['tree', 'check', example, '--strict']).code).toBe(1)
  })

  test('behavior: an unreadable file does not keep the others from being checked', () => {
    const many = join(folder, 'many/deep')
    mkdirSync(many, { recursive: true })
    writeFileSync(join(many, 'a-empty.json'), '')
    writeFileSync(join(many, 'b-sound.json'), text)
    writeFileSync(join(folder, 'many/c-damaged.json'), readFileSync(damaged))
    writeFileSync(join(folder, 'many/ignored.txt'), 'no tree')
    writeFileSync(join(folder, 'many/package.json'), '{"name":"x"}')
    const { code, out } = run(['tree', 'check', join(folder, 'many')])
    expect(code).toBe(3)
    expect(out).toContain('3 files: 1 sound, 1 unsound, 1 invalid; 1 skipped')
    const { ok, files, skipped } = ask(['tree', 'check', join(folder, 'many')])
    expect(ok).toBe(false)
    expect(skipped).toEqual([join(folder, 'many/package.json')])
    expect(files.map((file: { ok: boolean }) => file.ok)).toEqual([false, false, true])
    expect(files.map((file: { error?: { code: string } }) => file.error?.code)).toContain(
      'empty_file',
    )
  })

  test('behavior: what is plainly no tree is passed over in a folder, and never counts as sound', () => {
    const place = join(folder, 'strange')
    mkdirSync(place)
    writeFileSync(join(place, 'calls.json'), '[{"target":"0x"}]')
    const alone = run(['tree', 'check', place])
    expect(alone.code).toBe(3)
    expect(alone.out).toContain('[empty_folder]')
    writeFileSync(join(place, 'tree.json'), text)
    expect(run(['tree', 'check', place]).code).toBe(0)
    expect(run(['tree', 'check', join(place, 'calls.json')]).code).toBe(3)
    for (const remains of ['{}', 'null', '{"metadata":{}}', '{"MerkleTrees":{}}', '[', '"x"']) {
      writeFileSync(join(place, 'remains.json'), remains)
      expect(run(['tree', 'check', place]).code, remains).toBe(3)
    }
  })

  test('behavior: a folder without trees is reported beside the rest', () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const { ok, files } = ask(['tree', 'check', empty, example, join(folder, 'nowhere')])
    expect(ok).toBe(false)
    expect(files.map((file: { ok: boolean }) => file.ok)).toEqual([false, true, false])
    expect(files[0].error.code).toBe('empty_folder')
    expect(files[2].error.code).toBe('input_missing')
  })

  test.skipIf(!hasRealTrees)('behavior: every real tree is sound', () => {
    const { code, out } = run(['tree', 'check', ...realTreeNames.map(realTreePath)])
    const count = realTreeNames.length
    expect(out).toContain(`${count} files: ${count} sound, 0 unsound, 0 invalid`)
    expect(code).toBe(0)
  })
})

describe('tree convert', () => {
  test('behavior: solidity comes back byte for byte, also by way of rust and binary', () => {
    expect(run(['tree', 'convert', example, '--to', 'solidity']).out).toBe(text)
    for (const format of ['rust', 'binary']) {
      const there = join(folder, `there.${format}`)
      const back = join(folder, `back.${format}.json`)
      expect(run(['tree', 'convert', example, '--to', format, '--out', there]).code).toBe(0)
      expect(run(['tree', 'convert', there, '--to', 'solidity', '--out', back]).code).toBe(0)
      expect(readFileSync(back, 'utf8') === text, format).toBe(true)
    }
  })

  test('behavior: another layout says the same', () => {
    const otherFile = join(folder, 'forge.json')
    run(['tree', 'convert', example, '--to', 'solidity', '--layout', 'forge', '--out', otherFile])
    expect(JSON.parse(readFileSync(otherFile, 'utf8'))).toEqual(JSON.parse(text))
    expect(ask(['tree', 'show', otherFile]).layout).toBe('forge')
  })

  test('behavior: an OpenZeppelin dump has the root', async () => {
    const { SimpleMerkleTree } = await import('@openzeppelin/merkle-tree')
    const dump = JSON.parse(run(['tree', 'convert', example, '--to', 'openzeppelin']).out)
    expect(SimpleMerkleTree.load(dump).root).toBe(exampleRoot)
  })

  test('behavior: a rust file without metadata becomes a sound solidity file, and what it lacks is said', () => {
    const bare = join(root, 'fixtures/trees/rust-bare.json')
    const out = join(folder, 'nameless.json')
    const { code, err } = run(['tree', 'convert', bare, '--to', 'solidity', '--out', out])
    expect([code, err]).toEqual([0, expect.stringContaining('names no vault')])
    expect(ask(['tree', 'check', out])).toMatchObject({ ok: true, files: [{ capacity: 16 }] })
  })

  test('behavior: a text that does not come back byte for byte says so', () => {
    const lower = text.replaceAll(/(?<=TargetAddress": ")0x\w{40}/g, (target) =>
      target.toLowerCase(),
    )
    const path = write('lower.json', lower)
    const { code, out, err } = run(['tree', 'convert', path, '--to', 'solidity'])
    expect([code, out === text]).toEqual([0, true])
    expect(err).toContain('cannot be printed back byte for byte')
  })

  test('error: InvalidDeviationError', () => {
    const value = JSON.parse(
      readFileSync(join(root, 'fixtures/trees/rust-expanded-source.json'), 'utf8'),
    )
    value.metadata.form.deviations = [[0, 'x']]
    const path = write('deviation.json', JSON.stringify(value))
    const { code, err } = run(['tree', 'convert', path, '--to', 'solidity'])
    expect([code, err]).toEqual([3, expect.stringContaining('code: invalid_deviation')])
  })

  test('error: UnsoundTreeError', () => {
    const out = join(folder, 'never.json')
    const { code, err } = run(['tree', 'convert', damaged, '--to', 'rust', '--out', out])
    expect(code).toBe(3)
    expect(err).toContain('code: unsound_tree')
    expect(existsSync(out)).toBe(false)
  })

  test('behavior: reports what was written on stderr, except with --quiet', () => {
    const out = join(folder, 'told.json')
    const words = ['tree', 'convert', example, '--to', 'rust', '--out', out]
    expect(run(words)).toEqual({ code: 0, out: '', err: `wrote ${out} (rust, 1024 slots)\n` })
    expect(run([...words, '--quiet'])).toEqual({ code: 0, out: '', err: '' })
    expect(ask([...words, '--quiet'])).toMatchObject({ file: out, format: 'rust' })
  })

  test('behavior: a file is converted onto itself, and to standard output by its name', () => {
    const file = write('self.json', text)
    const { code } = run(['tree', 'convert', file, '--to', 'solidity', '--out', file])
    expect(code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(run(['tree', 'convert', file, '--to', 'solidity', '--out', '-']).out).toBe(text)
    expect(existsSync('-')).toBe(false)
  })

  test('error: UsageError when the document and --json both want standard output', () => {
    expect(run(['tree', 'convert', example, '--to', 'rust', '--json']).code).toBe(2)
    expect(run(['tree', 'convert', example, '--to', 'rust', '--layout', 'forge']).code).toBe(2)
  })
})

describe('tree proof', () => {
  test('default', () => {
    const { code, out } = run(['tree', 'proof', example, '--leaf', '11'])
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toBe('# leaf 11: Approve Northlight Lending Pool to spend HUSD')
    expect(out.match(/^0x[0-9a-f]{64}$/gm)).toHaveLength(10)
  })

  test('behavior: a proof verifies, a changed one and one of another leaf do not', () => {
    const [{ proof }] = ask(['tree', 'proof', example, '--leaf', '11']).proofs
    const verify = (leaf: string, given: readonly string[]) =>
      run(['tree', 'proof', example, '--leaf', leaf, '--verify', JSON.stringify(given)]).code
    expect(verify('11', proof)).toBe(0)
    expect(verify('12', proof)).toBe(1)
    expect(verify('11', [...proof].reverse())).toBe(1)
    expect(verify('11', proof.slice(1))).toBe(1)
    expect(verify('11', [])).toBe(1)
    expect(verify('11', ['0x12'])).toBe(3)
  })

  test('behavior: what --json prints is a proof for --verify, and by digest all positions are proven', () => {
    const answer = ask(['tree', 'proof', example, '--leaf', '5'])
    const file = write('proof.json', JSON.stringify(answer))
    expect(run(['tree', 'proof', example, '--leaf', '5', '--verify', `@${file}`]).code).toBe(0)
    const { proofs } = ask(['tree', 'proof', example, '--digest', answer.proofs[0].digest])
    expect(proofs.map((one: { position: number }) => one.position)).toEqual([5, 880])
  })

  test('behavior: a multiproof is accepted by OpenZeppelin', async () => {
    const { SimpleMerkleTree } = await import('@openzeppelin/merkle-tree')
    const words = ['--leaf', '1', '--leaf', '5', '--leaf', '900', '--multi']
    const { root: claimed, leaves, proof, proofFlags } = ask(['tree', 'proof', example, ...words])
    expect(SimpleMerkleTree.verifyMultiProof(claimed, { leaves, proof, proofFlags })).toBe(true)
  })

  test('behavior: nothing meant is a no, a slot outside an error', () => {
    expect(run(['tree', 'proof', example, '--digest', `0x${'00'.repeat(32)}`]).code).toBe(1)
    expect(run(['tree', 'proof', example, '--leaf', '1024']).err).toContain('code: no_such_leaf')
    expect(run(['tree', 'proof', example]).code).toBe(2)
  })
})

describe('tree diff and show', () => {
  const changed = JSON.parse(text)
  const [first] = changed.leafs

  test('behavior: equal trees do not differ', () => {
    const same = run(['tree', 'diff', example, example, '--exit-code'])
    expect(same.code).toBe(0)
    expect(same.err).toBe('')
  })

  test('behavior: trees that differ are a no with --exit-code, in three formats', () => {
    first.Description = 'Wrap'
    const otherFile = write('other.json', JSON.stringify({ ...changed, leafs: changed.leafs }))
    const less = write('less.json', JSON.stringify(changed))
    expect(existsSync(otherFile) && existsSync(less)).toBe(true)
    const before = join(root, 'fixtures/trees/example-1024.json')
    const after = damaged
    expect(run(['tree', 'diff', before, after]).code).toBe(0)
    expect(run(['tree', 'diff', before, after, '--exit-code', '--quiet']).code).toBe(1)
    const json = ask(['tree', 'diff', before, after])
    expect(json.changed.length + json.added.length + json.removed.length).toBeGreaterThan(0)
    expect(JSON.parse(run(['tree', 'diff', before, after, '--format', 'json']).out)).toEqual(json)
    expect(run(['tree', 'diff', before, after, '--format', 'markdown']).out).toMatch(/^#/m)
  })

  test('golden: sets first, every leaf with --detail, every address whole with --addresses', () => {
    const before = join(root, 'fixtures/chain/trees/local-eth-main-2.json')
    const after = join(root, 'fixtures/chain/trees/local-eth-main-3.json')
    const linesOf = (...words: readonly string[]) =>
      run(['tree', 'diff', before, after, ...words])
        .out.trimEnd()
        .split('\n')
    const brief = linesOf()
    expect(brief.length).toBeLessThanOrEqual(41)
    expect(brief[0]).toMatch(/^! riskier: /)
    expect(brief.find((line) => line.startsWith('leaves '))).toContain('54 added, 0 removed')
    expect(linesOf('--detail').length).toBeGreaterThan(brief.length + 54)
    const whole = linesOf('--addresses').join('\n')
    expect(whole).not.toMatch(/0x[0-9a-fA-F]{4}…/)
    const definition = join(root, 'fixtures/definitions/local-eth.yaml')
    const named = linesOf('--chain', 'local', '--definition', definition).join('\n')
    expect(named).toMatch(/Aave pool \(definition\) 0x/)
    const { summary } = ask(['tree', 'diff', before, after])
    expect(summary.counts.added).toBe(54)
    expect(summary.text.length).toBeGreaterThan(10)
  })

  test('behavior: filters narrow the leaves, and all must hold', () => {
    const all = ask(['tree', 'show', example]).leaves
    const approvals = ask(['tree', 'show', example, '--function', 'approve']).leaves
    const answer = ask([
      'tree',
      'show',
      example,
      '--function',
      '0x095ea7b3',
      '--text',
      'northlight',
    ]).leaves
    expect(all).toHaveLength(923)
    expect(approvals.length).toBeGreaterThan(answer.length)
    expect(
      answer.every((leaf: { description: string }) => /northlight/i.test(leaf.description)),
    ).toBe(true)
    expect(run(['tree', 'show', example, '--leaf', '11']).out).toMatchSnapshot()
    expect(run(['tree', 'show', example, '--target', '0x12']).code).toBe(3)
  })
})

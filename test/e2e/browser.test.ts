import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { lastPureRank, rankOf, rooms } from '../house/house.ts'
import { example, root } from './program.ts'

const pure = rooms.filter(({ name }) => rankOf(name) <= lastPureRank)

/** A page with the packages: it reads a tree, proves calls, and checks the calldata again. */
const page = `
  const file = formats.parseTreeFile(text)
  formats.assertSound(file)
  const siblings = merkle.proofOf(file.tree.tree, 12)
  const leaf = manager.digestOf(file.tree.leaves[12])
  const calldata = manager.encodeManageFromTree(
    file.tree,
    calls.map((call, index) => ({ ...call, value: 0n, position: 11 + index })),
  )
  const verdict = manager.verifyCalldata(calldata, { tree: file.tree, rules: protocols.ruleBook })
  globalThis.answer = JSON.stringify({
    engine: merkle.engineName(),
    isProven: merkle.verifyProof(leaf, siblings, merkle.rootOf(file.tree.tree)),
    verdict: verdict.verdict,
    findings: review.lintTree(file, { rules: protocols.ruleBook }).length,
  })
`

test('default: every pure package runs where there is nothing of Node', async () => {
  const globals = {
    TextEncoder,
    TextDecoder,
    WebAssembly,
    atob,
    text: readFileSync(example, 'utf8'),
    calls: JSON.parse(readFileSync(join(root, 'fixtures/calls/supply.json'), 'utf8')),
    answer: '',
  }
  runInNewContext(await bundled(), globals)
  expect(JSON.parse(globals.answer)).toEqual({
    engine: 'simd',
    isProven: true,
    verdict: 'proven',
    findings: expect.any(Number),
  })
})

async function bundled(): Promise<string> {
  const names = pure.map(({ name }) => name.split('/')[1]!.replaceAll('-', '_'))
  const imports = pure.map(({ name }, index) => `import * as ${names[index]} from '${name}'`)
  const entry = `${imports.join('\n')}\nglobalThis.rooms = [${names.join(', ')}]\n${page}`
  const bundle = await rolldown({
    input: 'page',
    cwd: root,
    platform: 'browser',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? join(root, 'page.js') : null),
        load: (id) => (id === join(root, 'page.js') ? entry : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife', codeSplitting: false })
  await bundle.close()
  return output[0].code
}

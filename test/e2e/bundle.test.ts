import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { protocols } from '@vaultwright/protocols'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { root } from './program.ts'

const kB = 1_024
/** Verifying a batch: the engine of hashes, leaves, calldata, the notation of rules. No protocol. */
const floorBudget = 46 * kB
/** What the rules of one protocol may add, those that they inherit and their rivals included. */
const protocolBudget = 3 * kB
/** All rules of all protocols, without what a strategist can do with them. */
const wholeBudget = 70 * kB

const nameOf = (name: string) => name.replaceAll('_', '-')
const verifyWith = (names: readonly string[]) => `
  import { openRuleSets, verifyCalldata } from '@vaultwright/manager'
  ${names.map((name, at) => `import { rules as r${at} } from '@vaultwright/protocols/${name}'`).join('\n')}
  const rules = openRuleSets([${names.map((_, at) => `r${at}`).join(', ')}])
  export const verify = (data, tree) => verifyCalldata(data, { tree, rules })`

/** A program of a browser, bundled from the packages as they are published. */
async function bundleOf(code: string) {
  const entry = join(root, 'packages/cli/bundled-example.js')
  const build = await rolldown({
    logLevel: 'silent',
    input: 'example',
    cwd: root,
    platform: 'browser',
    plugins: [
      {
        name: 'example',
        resolveId: (id) => (id === 'example' ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
  await build.close()
  const [chunk] = output
  const used = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0)
  return {
    size: gzipSync(chunk.code, { level: 9 }).length,
    modules: used.map(([id]) => id.slice(root.length + 1)),
    code: chunk.code,
  }
}

const protocolModules = (modules: readonly string[]) =>
  modules
    .filter((id) => id.startsWith('packages/protocols/dist/'))
    .map((id) => id.replace('packages/protocols/dist/', ''))
    // What types an action goes with the last of them: the minifier drops it.
    .filter((id) => !/^(entry|action)\//.test(id))
    .sort()

test('law: a program that verifies with one protocol carries no other one, and no action', async () => {
  const { size, modules, code } = await bundleOf(verifyWith(['aave-v3']))
  console.log(`verify with the rules of aave-v3: ${size} bytes of gzip`)
  expect(size).toBeLessThanOrEqual(floorBudget + protocolBudget)
  expect(protocolModules(modules)).toEqual(['aave-v3/protocol.js', 'vault-base.js'])
  expect(code).toContain('setUserEMode')
  expect(code).not.toMatch(/exactInputSingle|aave_v3\/supply/)
})

test('law: no protocol adds more than its budget to what verifies', async () => {
  const floor = await bundleOf(verifyWith([]))
  expect(floor.size).toBeLessThanOrEqual(floorBudget)
  expect(protocolModules(floor.modules)).toEqual([])
  const sizes: (readonly [string, number])[] = []
  for (const { name } of protocols) {
    const { size, code } = await bundleOf(verifyWith([nameOf(name)]))
    expect(code, `${name} carries actions`).not.toContain(`"${name}/`)
    sizes.push([name, size - floor.size])
  }
  const largest = sizes.toSorted(([, one], [, other]) => other - one).slice(0, 5)
  console.log(`without rules ${floor.size}; the largest add:`, JSON.stringify(largest))
  expect(sizes.filter(([, more]) => more > protocolBudget)).toEqual([])
})

test('law: all rules together leave the actions out', async () => {
  const { size, code } = await bundleOf(`
    import { verifyCalldata } from '@vaultwright/manager'
    import { ruleBook } from '@vaultwright/protocols'
    export const verify = (data, tree) => verifyCalldata(data, { tree, rules: ruleBook })`)
  console.log(`verify with all rules: ${size} bytes of gzip`)
  expect(size).toBeLessThanOrEqual(wholeBudget)
  expect(code).not.toContain('aave_v3/supply')
})

test('refuses: a protocol that there is not, and a module inside', async () => {
  const open = (name: string) =>
    import(import.meta.resolve(`@vaultwright/protocols/${name}`)).then(Object.keys)
  expect(await open('aave-v3')).toEqual(['protocol', 'rules'])
  for (const name of ['nothing-v9', 'catalogue/rule-book'])
    await expect(open(name)).rejects.toThrow()
})

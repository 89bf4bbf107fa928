import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { root } from './program.ts'

export const kB = 1_024
/** Verifying a batch: the engine of hashes, leaves, calldata, the notation of rules. No protocol. */
export const floorBudget = 46 * kB
/** The maximum that the rules of one protocol may add, those that they inherit and their rivals included. */
export const protocolBudget = 3 * kB
/** A program that verifies calldata by the rules of some protocols. */
export const verifyWith = (names: readonly string[]) => `
  import { openRuleSets, verifyCalldata } from '@vaultwright/manager'
  ${names.map((name, at) => `import { rules as r${at} } from '@vaultwright/protocols/${name}'`).join('\n')}
  const rules = openRuleSets([${names.map((_, at) => `r${at}`).join(', ')}])
  export const verify = (data, tree) => verifyCalldata(data, { tree, rules })`

/** A program of a browser, bundled from the packages as they are published. */
export async function bundleOf(code: string) {
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

/** The modules of protocols in a bundle. */
export const protocolModules = (modules: readonly string[]) =>
  modules
    .filter((id) => id.startsWith('packages/protocols/dist/'))
    .map((id) => id.replace('packages/protocols/dist/', ''))
    // What types an action goes with the last of them: the minifier drops it.
    .filter((id) => !/^(entry|action)\//.test(id))
    .sort()

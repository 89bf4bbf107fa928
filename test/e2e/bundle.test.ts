import { expect, test } from 'vitest'
import { bundleOf, floorBudget, kB, protocolBudget, protocolModules, verifyWith } from './bundle.ts'

/** All rules of all protocols, without what a strategist can do with them. */
const wholeBudget = 72 * kB

test('law: a program that verifies with one protocol carries no other one, and no action', async () => {
  const { size, modules, code } = await bundleOf(verifyWith(['aave-v3']))
  console.log(`verify with the rules of aave-v3: ${size} bytes of gzip`)
  expect(size).toBeLessThanOrEqual(floorBudget + protocolBudget)
  expect(protocolModules(modules)).toEqual(['aave-v3/protocol.js', 'vault-base.js'])
  expect(code).toContain('setUserEMode')
  expect(code).not.toMatch(/exactInputSingle|aave_v3\/supply/)
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

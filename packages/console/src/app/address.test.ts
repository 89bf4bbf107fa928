import { expect, test } from 'vitest'
import { consoleAddresses } from './address.ts'

const urlAt = (path: string) => new URL(path, 'https://vaults.example')
const into = (path: string) => consoleAddresses.input({ url: urlAt(path) }).pathname
const out = (path: string) => consoleAddresses.output({ url: urlAt(path) }).pathname

test('golden: screens are under /console, a simulation keeps the address of its link', () => {
  expect(['/console', '/console/', '/console/vaults/a/b'].map(into)).toEqual([
    '/',
    '/',
    '/vaults/a/b',
  ])
  expect(['/simulations/x', '/console/simulations/x'].map(into)).toEqual([
    '/simulations/x',
    '/simulations/x',
  ])
  expect(['/', '/trees', '/simulations/x'].map(out)).toEqual([
    '/console/',
    '/console/trees',
    '/simulations/x',
  ])
})

test('law: an address of a screen comes back from the browser as it went', () => {
  for (const path of ['/', '/vaults', '/sign', '/simulations/x', '/consoles', '/trees/0x/diff/0x'])
    expect(into(out(path))).toBe(path)
})

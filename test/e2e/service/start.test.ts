import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  assertNode,
  countOf,
  isEnough,
  markOf,
  reasonOf,
} from '../../../scripts/start/bootstrap.mjs'
import { root } from '../program.ts'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

test('law: what is installed serves its own lock and machine, and the whole serves a start', () => {
  const start = markOf('start')
  const whole = markOf('whole')
  const isServed = (made: object, wanted: typeof start) => isEnough(JSON.stringify(made), wanted)
  expect([isServed(start, start), isServed(whole, start), isServed(whole, whole)]).toEqual([
    true,
    true,
    true,
  ])
  expect(isServed(start, whole)).toBe(false)
  for (const key of ['lock', 'machine'] as const)
    expect(isServed({ ...whole, [key]: `${whole[key]}0` }, start), key).toBe(false)
})

test('refuses: a mark that was cut short, or is of an older form', () => {
  for (const text of ['', '{"set":"whole"', 'abc', 'null', '[]'])
    expect(isEnough(text, markOf('start'))).toBe(false)
})

test('refuses: a Node below the floor, with the version and what to do', () => {
  expect(() => assertNode('20.18.3')).toThrow('Node 20.18.3 is too old. Install Node 20.19')
  expect(() => assertNode('18.20.8')).toThrow('Node 18.20.8 is too old')
  for (const version of ['20.19.0', '20.20.2', '22.14.0', '24.21.0'])
    expect(() => assertNode(version)).not.toThrow()
})

test('golden: a failure of npm is a sentence with what to do', () => {
  const firstOf = (output: string) => reasonOf(output).split('. ')[0]
  expect(firstOf('npm error code ENOTFOUND')).toBe('The registry of npm does not answer')
  expect(firstOf('npm error nospc ENOSPC: no space left on device')).toBe('The disk is full')
  expect(firstOf('npm error code E401')).toBe('The registry of npm refuses you')
  expect(firstOf('npm error code ETARGET')).toContain('does not serve a package')
  expect(firstOf('npm error code EACCES')).toContain('not yours to write')
  expect(reasonOf('npm error of a new kind')).toBe(
    'npm failed. Then run the command again.\nnpm error of a new kind',
  )
})

test('law: a start installs fewer packages, and everything that the console is built with', () => {
  expect(countOf(lock, 'start')).toBeLessThan(countOf(lock, 'whole'))
  const { devDependencies } = JSON.parse(
    readFileSync(join(root, 'packages/console/package.json'), 'utf8'),
  )
  const needs = Object.entries(devDependencies as Record<string, string>)
    .filter(([name]) => !name.startsWith('@vaultwright/') && !name.startsWith('@types/'))
    .map(([name, version]) => [name, version, manifest.dependencies[name]])
  expect(needs.filter(([, version, own]) => version !== own)).toEqual([])
})

import { expect, test } from 'vitest'
import {
  entries,
  fingerprintOf,
  readModules,
} from '../../scripts/reader/make-reader-fingerprint.mjs'
import { readerFingerprint } from '../../workers/indexer/src/reading/reader-fingerprint.generated.ts'

const modules = readModules()
const changed = (path: string, text: string) => fingerprintOf(new Map([...modules, [path, text]]))

test('golden: the fingerprint is that of the sources', () => {
  expect(fingerprintOf(modules)).toBe(readerFingerprint)
})

test('law: whatever module changes, the fingerprint is another', () => {
  const code = [...modules].filter(([path]) => path.endsWith('.ts'))
  expect(code.length).toBeGreaterThan(50)
  const fingerprints = code.map(([path, text]) =>
    changed(path, `${text}\nexport const later = 1\n`),
  )
  expect(new Set([...fingerprints, readerFingerprint]).size).toBe(code.length + 1)
  const [path, text] = code.find(([one]) => one.endsWith('/unit.ts'))!
  expect(text).toContain('decimals + 1')
  expect(changed(path, text.replace('decimals + 1', 'decimals + 2'))).not.toBe(readerFingerprint)
})

test('behavior: another version of a library is another fingerprint, and a comment is not', () => {
  const libraries = [...modules.keys()].filter((path) => path.startsWith('npm:'))
  expect(libraries.some((path) => path.startsWith('npm:typebox@'))).toBe(true)
  const newer = new Map(
    [...modules].map(([path, text]) => [path.replace(/(npm:.*@).*/, '$19.9.9'), text]),
  )
  expect(fingerprintOf(newer)).not.toBe(readerFingerprint)
  const [entry] = entries
  expect(changed(entry!, `// A comment.\n\n${modules.get(entry!)}`)).toBe(readerFingerprint)
})

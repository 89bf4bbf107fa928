import { expect, test } from 'vitest'
import { parseStoreUrl } from './url.ts'

test('default: the forms of a place', () => {
  const paths = { 'sqlite:a.db': 'a.db', 'sqlite:///a/b.db': '/a/b.db', '/a.db': '/a.db' }
  for (const [url, path] of Object.entries({ ...paths, ':memory:': ':memory:', './x': './x' })) {
    expect(parseStoreUrl(url)).toEqual({ kind: 'sqlite', path })
  }
  for (const url of ['postgres://u:p@h/d', 'postgresql://h/d?sslmode=require']) {
    expect(parseStoreUrl(url)).toEqual({ kind: 'postgres', url })
  }
})

test('error: InvalidStoreUrlError, which shows no password', () => {
  const sliced = [
    'postgres://u:se/secret@h/d',
    'postgres://u:a@secret@h:x',
    'mysql://h?password=secret',
  ]
  for (const url of [
    '',
    'sqlite:',
    'mysql://u:secret@h/d',
    'http://u:secret@h',
    'a\0b',
    ...sliced,
  ]) {
    const refusal = expect.objectContaining({
      code: 'invalid_store_url',
      message: expect.not.stringContaining('secret'),
    })
    expect(() => parseStoreUrl(url)).toThrow(refusal)
  }
})

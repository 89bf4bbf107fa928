import { expect, test } from 'vitest'
import { openKernel } from './kernel.ts'

/** `(module (func (export "seven") (result i32) i32.const 7))` */
const seven = 'AGFzbQEAAAABBQFgAAF/AwIBAAcJAQVzZXZlbgAACgYBBABBBws='

test('default', () => {
  const exports = openKernel(seven) as { readonly seven: () => number }
  expect(exports.seven()).toBe(7)
})

test.each(['not base64!', btoa('no module'), seven.slice(0, 24)])(
  'behavior: what cannot be opened is null, so that a fallback takes over: %s',
  (kernel) => {
    expect(openKernel(kernel)).toBeNull()
  },
)

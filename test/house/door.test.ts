import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rooms, root } from './house.ts'

const doors = rooms.filter(({ bin }) => Object.keys(bin).length === 0)

test.each(doors)('$name opens this door', async ({ name, dir }) => {
  const door = await import(/* @vite-ignore */ join(root, dir, 'src/index.ts'))
  expect(Object.keys(door).sort()).toMatchSnapshot(name)
})

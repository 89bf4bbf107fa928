import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { closeOnSignal } from './shutdown.ts'

function processOf() {
  const emitter = new EventEmitter()
  const exits: number[] = []
  return {
    exits,
    emit: (signal: 'SIGTERM' | 'SIGINT') => emitter.emit(signal),
    listeners: () => emitter.listenerCount('SIGTERM') + emitter.listenerCount('SIGINT'),
    source: {
      on: (signal: string, told: () => void) => emitter.on(signal, told),
      off: (signal: string, told: () => void) => emitter.off(signal, told),
      exit: (code: number) => void exits.push(code),
    },
  }
}

test('default: told to end, the service is closed once, and listens no more', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { source, emit, exits, listeners } = processOf()
    let closed = 0
    const ended = closeOnSignal(async () => void closed++, source)
    emit(signal)
    await ended
    expect([closed, exits]).toEqual([1, []])
    await expect.poll(listeners).toBe(0)
  }
})

test('behavior: told twice, the process ends at once', () => {
  const { source, emit, exits } = processOf()
  void closeOnSignal(() => new Promise(() => {}), source)
  emit('SIGINT')
  emit('SIGTERM')
  expect(exits).toEqual([1])
})

test('behavior: what fails while closing is told', async () => {
  const { source, emit } = processOf()
  const ended = closeOnSignal(() => Promise.reject(new Error('no')), source)
  emit('SIGTERM')
  await expect(ended).rejects.toThrow('no')
})

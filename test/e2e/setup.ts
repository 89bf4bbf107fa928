import { afterAll } from 'vitest'
import { endFile } from './program.ts'

// Files share the worker and its modules: what one of them started ends with it.
afterAll(endFile)

// What the tests need, made side by side: the checks and the packages on one core, the contracts on the
// other. All of it ends before anything fails, so that each failure is shown.
import { spawn } from 'node:child_process'

await Promise.all([run('check').then(() => run('build')), run('contracts')])

function run(script) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], { stdio: 'inherit' })
    child.once('exit', (code) => {
      if (code !== 0) process.exitCode = 1
      resolve()
    })
  })
}

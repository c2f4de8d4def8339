import { installed, installPackages } from './programs.mjs'

/**
 * LibreOffice's program, which opens exported files in a test. It is installed from Debian's package as root on Linux;
 * undefined where it is missing.
 * @returns {Promise<string | undefined>}
 */
export async function spreadsheet() {
  const names = ['soffice', 'libreoffice']
  if (!installed(names)) {
    console.log('Installing LibreOffice Calc for the tests …')
    await installPackages(['libreoffice-calc-nogui'], '--no-install-recommends')
  }
  return installed(names)
}

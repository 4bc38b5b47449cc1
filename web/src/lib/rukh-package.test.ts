import { expect, it, vi } from 'vitest';
import { PACKAGE, packageModule } from '../../build/rukh-package';

it('module_of_the_package_names_it_only_where_it_was_built', () => {
  expect(packageModule(`${import.meta.dirname}/rukh-package.ts`)).toContain('import("');
  expect(packageModule(`${PACKAGE}.absent`)).toBe('export const load = null;');
});

it('package_that_failed_to_load_is_asked_for_again', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue({ version: '1' });
  vi.resetModules();
  vi.doMock('virtual:rukh-package', () => ({ load }));
  const { hasPackage, loadPackage } = await import('./rukh-package');
  expect(hasPackage).toBe(true);
  await expect(loadPackage()).rejects.toThrow('no connection');
  expect((await Promise.all([loadPackage(), loadPackage()]))[0]).toEqual({ version: '1' });
  expect(load).toHaveBeenCalledTimes(2);
});

it('package_that_was_not_built_is_refused', async () => {
  vi.resetModules();
  vi.doMock('virtual:rukh-package', () => ({ load: null }));
  const { hasPackage, loadPackage } = await import('./rukh-package');
  expect(hasPackage).toBe(false);
  await expect(loadPackage()).rejects.toThrow('built without');
});

it('package_does_not_run_without_web_assembly', async () => {
  vi.resetModules();
  vi.stubGlobal('WebAssembly', undefined);
  const load = vi.fn();
  vi.doMock('virtual:rukh-package', () => ({ load }));
  const { hasPackage, loadPackage } = await import('./rukh-package');
  expect(hasPackage).toBe(false);
  await expect(loadPackage()).rejects.toThrow('cannot run in this browser');
  expect(load).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

import { describe, expect, it } from 'vitest';
import { loginContext, loginHash, logoutHash, otherLogin, wantedHash } from './login-address.ts';

describe('the login page', () => {
  it('remembers the requested page, and opens it after the login', () => {
    const hash = loginHash('#/mapsingle/5?count=25');
    expect(hash).toBe('#/login?to=%2Fmapsingle%2F5%3Fcount%3D25');
    expect(wantedHash(hash)).toBe('#/mapsingle/5?count=25');
  });

  it('opens the start page when none is remembered', () => {
    expect(loginHash('')).toBe('#/login');
    expect(wantedHash('#/login')).toBe('#/');
  });

  it('of alarm-handling partners has its own address, and links to the other and back', () => {
    expect(loginHash('#/alarms', 'AHP')).toBe('#/login?context=AHP&to=%2Falarms');
    expect(loginContext('#/login?context=AHP&to=%2Falarms')).toBe('AHP');
    expect(loginContext('#/login?context=ROOT')).toBe('PROFFWEB');
    expect(loginContext('#/vardes?context=AHP')).toBe('PROFFWEB');
    expect(otherLogin('#/login?to=%2Falarms')).toBe('#/login?context=AHP&to=%2Falarms');
    expect(otherLogin('#/login?context=AHP')).toBe('#/login');
  });

  it('after a logout has an address of its own, from which a login opens the start page of the same side', () => {
    for (const context of ['PROFFWEB', 'AHP'] as const) {
      const hash = logoutHash(context);
      expect(hash).toMatch(/^#\/logout\b/);
      expect(loginHash(hash)).toBe(hash);
      expect(loginContext(hash)).toBe(context);
      expect(wantedHash(hash)).toBe('#/');
    }
    expect(wantedHash('#/login?to=%2Flogout')).toBe('#/');
  });

  it('leaves screens without login unchanged, and never returns to them', () => {
    expect(loginHash('#/reset/abc')).toBe('#/reset/abc');
    expect(wantedHash('#/gdpr?to=%2Falarms')).toBe('#/alarms');
    expect(wantedHash('#/login?to=%2Fgdpr')).toBe('#/');
    expect(loginHash('#/resetting')).toBe('#/login?to=%2Fresetting');
  });

  it('never redirects out of the console or to itself', () => {
    expect(wantedHash('#/login?to=https%3A%2F%2Fevil.example')).toBe('#/');
    expect(wantedHash('#/login?to=%2Flogin')).toBe('#/');
    for (const to of ['https://evil.example', 'javascript:alert(1)', '//evil.example', '/\\evil.example', 'evil']) {
      const hash = wantedHash(`#/login?to=${encodeURIComponent(to)}`);
      expect(new URL(hash, 'https://varde.example').origin).toBe('https://varde.example');
      expect(hash).toMatch(/^#\//);
    }
  });
});

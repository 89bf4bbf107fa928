// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test, Vm} from "forge-std/Test.sol";
import {AccountantRateProviders} from "../../src/accountant/AccountantRateProviders.sol";
import {RateQuote} from "../../src/accountant/RateQuote.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {FixedProvider, Token} from "./Token.sol";

contract RateProvidersTest is Test {
    address private constant PAYOUT = address(0xFEE);
    address private constant ALICE = address(0xA11CE);
    uint256 private constant START = 1_750_000_000;
    uint256 private constant SHARES = 1_000_000e6;

    Token private base;
    Vault private vault;
    AccountantRateProviders private accountant;

    function setUp() public {
        vm.warp(START);
        base = new Token(6);
        vault = new Vault(address(this), "Share", "SHARE", 6);
        accountant = new AccountantRateProviders(
            address(this),
            address(vault),
            PAYOUT,
            1e6,
            address(base),
            10_050,
            9_950,
            21_600,
            100,
            1000
        );
        vault.enter(address(this), address(base), 0, ALICE, SHARES);
        vm.warp(START + 1 days);
        accountant.updateExchangeRate(1e6);
    }

    function testStateHasTwelveWords() public view {
        (bool ok, bytes memory data) =
            address(accountant).staticcall(abi.encodeWithSignature("accountantState()"));
        assertTrue(ok);
        uint256[12] memory words = abi.decode(data, (uint256[12]));
        assertEq(data.length, 384);
        uint256[12] memory expected = [
            uint256(uint160(PAYOUT)),
            1e6,
            0,
            SHARES,
            1e6,
            10_050,
            9_950,
            START + 1 days,
            0,
            21_600,
            100,
            1000
        ];
        for (uint256 i; i < 12; ++i) {
            assertEq(words[i], expected[i]);
        }
    }

    function testFeesToTheLastUnit() public {
        vm.warp(START + 2 days);
        (bool willPause, uint256 fees, uint256 total) =
            accountant.previewUpdateExchangeRate(1_003_000);
        accountant.updateExchangeRate(1_003_000);
        // 1,000,000.000000 at 1% a year for a day, and a tenth of the rise of 3,000.000000.
        assertEq(_fees(), 27_397_260 + 300_000_000);
        assertEq(fees, _fees());
        assertEq(total, _fees());
        assertFalse(willPause);
        assertEq(_highwaterMark(), 1_003_000);
    }

    /// @dev 3.4 units of rise count as 3: three tenths of them are no unit, though of 3.4 they were one.
    function testEveryQuotientIsRoundedOnItsOwn() public {
        accountant.updatePlatformFee(0);
        accountant.updatePerformanceFee(3000);
        vault.exit(ALICE, address(base), 0, ALICE, SHARES - 3_400_000);
        vm.warp(START + 2 days);
        accountant.updateExchangeRate(1_000_001);
        assertEq(_fees(), 0);
        vm.warp(START + 3 days);
        accountant.updateExchangeRate(1_000_003);
        assertEq(_fees(), 1);
    }

    /// @dev An independent account of what one update charges.
    function testFuzzFees(uint96 rate, uint32 time, uint96 burned) public {
        rate = uint96(bound(rate, 995_000, 1_005_000));
        time = uint32(bound(time, 21_600, 60 days));
        burned = uint96(bound(burned, 0, SHARES));
        vault.exit(ALICE, address(base), 0, ALICE, burned);
        vm.warp(START + 1 days + time);
        accountant.updateExchangeRate(rate);
        uint256 shares = SHARES - burned;
        uint256 assets = shares * (rate < 1e6 ? rate : 1e6) / 1e6;
        uint256 expected = (assets * 100 / 10_000) * time / 31_536_000;
        if (rate > 1e6) expected += ((rate - 1e6) * shares / 1e6) * 1000 / 10_000;
        assertEq(_fees(), expected);
        assertEq(_highwaterMark(), rate > 1e6 ? rate : 1e6);
    }

    function testNewSharesBearNoFees() public {
        vault.enter(address(this), address(base), 0, ALICE, SHARES);
        vm.warp(START + 2 days);
        accountant.updateExchangeRate(1e6);
        assertEq(_fees(), 27_397_260);
    }

    function testJumpPausesSilentlyAndIsWritten() public {
        vm.warp(START + 2 days);
        (bool willPause, uint256 fees,) = accountant.previewUpdateExchangeRate(1_005_001);
        assertTrue(willPause);
        assertEq(fees, 0);
        vm.recordLogs();
        accountant.updateExchangeRate(1_005_001);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 1);
        assertEq(logs[0].topics[0], RateQuote.ExchangeRateUpdated.selector);
        assertEq(accountant.getRate(), 1_005_001);
        assertTrue(_isPaused());
        assertEq(_fees(), 0);
        assertEq(_highwaterMark(), 1e6);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        accountant.getRateSafe();
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        accountant.getRateInQuoteSafe(address(base));
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        accountant.updateExchangeRate(1e6);
    }

    function testFuzzPause(uint96 rate, uint32 time) public {
        rate = uint96(bound(rate, 1, 2e6));
        time = uint32(bound(time, 0, 2 days));
        vm.warp(START + 1 days + time);
        accountant.updateExchangeRate(rate);
        assertEq(_isPaused(), time < 21_600 || rate > 1_005_000 || rate < 995_000);
        assertEq(accountant.getRate(), rate);
    }

    function testQuotes() public {
        Token wide = new Token(18);
        Token narrow = new Token(2);
        accountant.setRateProviderData(address(wide), true, address(0));
        accountant.setRateProviderData(address(narrow), false, address(new FixedProvider(150)));
        vm.warp(START + 2 days);
        accountant.updateExchangeRate(1_003_999);
        assertEq(accountant.getRateInQuote(address(base)), 1_003_999);
        assertEq(accountant.getRateInQuote(address(wide)), 1_003_999e12);
        // 1.003999 truncates to 1.00, and a unit of the quote is worth 1.50.
        assertEq(accountant.getRateInQuote(address(narrow)), 66);
        assertEq(accountant.getRateInQuoteSafe(address(narrow)), 66);
        Token unknown = new Token(6);
        vm.expectRevert();
        accountant.getRateInQuote(address(unknown));
    }

    function testOnlyTheVaultClaims() public {
        vm.warp(START + 2 days);
        accountant.updateExchangeRate(1e6);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__OnlyCallableByBoringVault.selector);
        accountant.claimFees(address(base));
        base.mint(address(vault), 100e6);
        _asVault(address(base), abi.encodeCall(base.approve, (address(accountant), 100e6)));
        _asVault(address(accountant), abi.encodeCall(accountant.claimFees, (address(base))));
        assertEq(base.balanceOf(PAYOUT), 27_397_260);
        assertEq(_fees(), 0);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__ZeroFeesOwed.selector);
        _asVault(address(accountant), abi.encodeCall(accountant.claimFees, (address(base))));
    }

    function testFeesInAnotherAsset() public {
        Token wide = new Token(18);
        accountant.setRateProviderData(address(wide), false, address(new FixedProvider(2e18)));
        vm.warp(START + 2 days);
        accountant.updateExchangeRate(1e6);
        wide.mint(address(vault), 100e18);
        _asVault(address(wide), abi.encodeCall(wide.approve, (address(accountant), 100e18)));
        _asVault(address(accountant), abi.encodeCall(accountant.claimFees, (address(wide))));
        assertEq(wide.balanceOf(PAYOUT), 27_397_260e12 / 2);
    }

    function testHighwaterMarkComesDown() public {
        vm.warp(START + 2 days);
        accountant.updateExchangeRate(997_000);
        accountant.resetHighwaterMark();
        assertEq(_highwaterMark(), 997_000);
    }

    function testHighwaterMarkComesDownWhilePaused() public {
        vm.warp(START + 2 days);
        accountant.updateExchangeRate(990_000);
        assertTrue(_isPaused());
        assertEq(_highwaterMark(), 1_000_000);
        accountant.resetHighwaterMark();
        assertTrue(_isPaused());
        assertEq(_highwaterMark(), 990_000);
    }

    function testSettingsHaveBounds() public {
        vm.expectRevert(RateQuote.AccountantWithRateProviders__UpperBoundTooSmall.selector);
        accountant.updateUpper(9_999);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__LowerBoundTooLarge.selector);
        accountant.updateLower(10_001);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__UpdateDelayTooLarge.selector);
        accountant.updateDelay(14 days + 1);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__PlatformFeeTooLarge.selector);
        accountant.updatePlatformFee(2001);
        vm.expectRevert(
            AccountantRateProviders.AccountantWithRateProviders__PerformanceFeeTooLarge.selector
        );
        accountant.updatePerformanceFee(5001);
    }

    function testStrangersChangeNothing() public {
        bytes[11] memory calls = [
            abi.encodeWithSignature("updateExchangeRate(uint96)", 1e6),
            abi.encodeWithSignature("pause()"),
            abi.encodeWithSignature("unpause()"),
            abi.encodeWithSignature("updateUpper(uint16)", 10_100),
            abi.encodeWithSignature("updateLower(uint16)", 9_900),
            abi.encodeWithSignature("updateDelay(uint24)", 1),
            abi.encodeWithSignature("updatePlatformFee(uint16)", 1),
            abi.encodeWithSignature("updatePerformanceFee(uint16)", 1),
            abi.encodeWithSignature("updatePayoutAddress(address)", ALICE),
            abi.encodeWithSignature(
                "setRateProviderData(address,bool,address)", ALICE, true, ALICE
            ),
            abi.encodeWithSignature("resetHighwaterMark()")
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(ALICE);
            (bool ok, bytes memory answer) = address(accountant).call(calls[i]);
            assertFalse(ok);
            assertEq(answer, abi.encodeWithSignature("Error(string)", "UNAUTHORIZED"));
            (ok, answer) = address(accountant).call(calls[i]);
            assertTrue(ok);
        }
    }

    function _asVault(address target, bytes memory data) private {
        vault.manage(target, data, 0);
    }

    function _fees() private view returns (uint256 fees) {
        (,, fees,,,,,,,,,) = accountant.accountantState();
    }

    function _highwaterMark() private view returns (uint256 mark) {
        (, mark,,,,,,,,,,) = accountant.accountantState();
    }

    function _isPaused() private view returns (bool paused) {
        (,,,,,,,, paused,,,) = accountant.accountantState();
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {RateQuote} from "../../src/accountant/RateQuote.sol";
import {ShareTransfer} from "../../src/teller/ShareTransfer.sol";
import {Teller} from "../../src/teller/Teller.sol";
import {TellerCore} from "../../src/teller/TellerCore.sol";
import {TellerFixture} from "./TellerFixture.sol";

contract TellerTest is TellerFixture {
    bytes4 private constant DEPOSIT = 0x8b6099db;
    bytes4 private constant DEPOSIT_TO = 0x2a22f31f;

    Teller private teller;

    function setUp() public {
        _prepare();
        teller = new Teller(address(this), address(vault), address(accountant), address(weth));
        _open(teller);
        _publish(teller, DEPOSIT);
        _publish(teller, DEPOSIT_TO);
        _publish(teller, Teller.withdraw.selector);
        _publish(teller, Teller.depositWithPermit.selector);
    }

    function testSelectorsAndTopics() public pure {
        assertEq(bytes4(keccak256("deposit(address,uint256,uint256,address)")), DEPOSIT);
        assertEq(bytes4(keccak256("deposit(address,uint256,uint256,address,address)")), DEPOSIT_TO);
        assertEq(Teller.withdraw.selector, bytes4(0x16762eed));
        assertEq(TellerCore.bulkDeposit.selector, bytes4(0x9d574420));
        assertEq(TellerCore.bulkWithdraw.selector, bytes4(0x3e64ce99));
        assertEq(
            Teller.Deposit.selector,
            0xbd5bec50a3d7a5321d4e870bbb48c3589043dbcea81010e6de54a32733aef592
        );
        assertEq(bytes4(TellerCore.BulkDeposit.selector), bytes4(0x6f9b9742));
        assertEq(bytes4(TellerCore.BulkWithdraw.selector), bytes4(0xdcc60b41));
        assertEq(bytes4(Teller.Withdraw.selector), bytes4(0x884edad9));
        assertEq(bytes4(TellerCore.DepositRefunded.selector), bytes4(0xaf98ea77));
        assertEq(bytes4(TellerCore.AssetDataUpdated.selector), bytes4(0xe0830132));
        assertEq(bytes4(TellerCore.DepositCapSet.selector), bytes4(0x752cd3d8));
    }

    function testDepositMintsAtTheRate() public {
        vm.expectEmit(address(teller));
        emit Teller.Deposit(1, alice, address(weth), 10e18, 8e18, START, 0, REFERRER);
        assertEq(_deposit(alice, address(weth), 10e18), 8e18);
        assertEq(vault.balanceOf(alice), 8e18);
        assertEq(weth.balanceOf(address(vault)), 10e18);
        assertEq(teller.depositNonce(), 1);
        assertEq(teller.publicDepositHistory(1), bytes32(0));
    }

    function testPremiumOfAnAssetOfSixDecimals() public {
        // 10 at 1.25 are 8 shares, less one per cent.
        assertEq(_deposit(alice, address(dollar), 10e6), 7.92e18);
    }

    function testDepositForSomebodyElse() public {
        vm.prank(alice);
        teller.deposit(address(weth), 10e18, 8e18, bob, REFERRER);
        assertEq(vault.balanceOf(bob), 8e18);
        assertEq(vault.balanceOf(alice), 0);
    }

    function testCoinsAreWrapped() public {
        vm.startPrank(alice);
        vm.expectEmit(address(teller));
        emit Teller.Deposit(1, alice, NATIVE, 5e18, 4e18, START, 0, REFERRER);
        teller.deposit{value: 5 ether}(NATIVE, 0, 4e18, REFERRER);
        assertEq(vault.balanceOf(alice), 4e18);
        assertEq(weth.balanceOf(address(vault)), 5e18);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__ZeroAssets.selector);
        teller.deposit(NATIVE, 5e18, 0, REFERRER);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__DualDeposit.selector);
        teller.deposit{value: 1}(address(weth), 5e18, 0, REFERRER);
    }

    function testPermitNamesTheVault() public {
        vm.prank(alice);
        weth.approve(address(vault), 0);
        (uint8 v, bytes32 r, bytes32 s) = _permitOf(weth, 10e18, START + 1);
        vm.startPrank(alice);
        teller.depositWithPermit(address(weth), 10e18, 0, START + 1, v, r, s, REFERRER);
        assertEq(vault.balanceOf(alice), 8e18);
        vm.expectRevert(
            TellerCore.TellerWithMultiAssetSupport__PermitFailedAndAllowanceTooLow.selector
        );
        teller.depositWithPermit(address(weth), 10e18, 0, START + 1, v, r, s, REFERRER);
        weth.approve(address(vault), 10e18);
        teller.depositWithPermit(address(weth), 10e18, 0, START + 1, v, r, s, REFERRER);
        assertEq(vault.balanceOf(alice), 16e18);
    }

    function testWithdrawPaysAtTheRate() public {
        _deposit(alice, address(weth), 10e18);
        vm.expectEmit(address(teller));
        emit Teller.Withdraw(address(weth), 4e18);
        vm.prank(alice);
        assertEq(teller.withdraw(address(weth), 4e18, 5e18, bob), 5e18);
        assertEq(weth.balanceOf(bob), 1e27 + 5e18);
        assertEq(vault.balanceOf(alice), 4e18);
        vm.prank(alice);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__MinimumAssetsNotMet.selector);
        teller.withdraw(address(weth), 4e18, 5e18 + 1, bob);
    }

    function testBulkIsForThoseWithTheRight() public {
        vm.expectEmit(address(teller));
        emit TellerCore.BulkDeposit(address(weth), 10e18);
        teller.bulkDeposit(address(weth), 10e18, 8e18, address(this));
        vm.expectEmit(address(teller));
        emit TellerCore.BulkWithdraw(address(weth), 8e18);
        teller.bulkWithdraw(address(weth), 8e18, 10e18, address(this));
        assertEq(weth.balanceOf(address(this)), 1e27);
        vm.startPrank(alice);
        vm.expectRevert("UNAUTHORIZED");
        teller.bulkDeposit(address(weth), 10e18, 0, alice);
        vm.expectRevert("UNAUTHORIZED");
        teller.bulkWithdraw(address(weth), 1, 0, alice);
    }

    function testLockedSharesStayAndCanBeRefunded() public {
        teller.setShareLockPeriod(1 days);
        _deposit(alice, address(weth), 10e18);
        bytes32 depositHash = teller.publicDepositHistory(1);
        assertTrue(depositHash != bytes32(0));
        vm.startPrank(alice);
        vm.expectRevert(ShareTransfer.TellerWithMultiAssetSupport__SharesAreLocked.selector);
        vault.transfer(bob, 1);
        vm.expectRevert(ShareTransfer.TellerWithMultiAssetSupport__SharesAreLocked.selector);
        teller.withdraw(address(weth), 1e18, 0, alice);
        vm.expectRevert("UNAUTHORIZED");
        teller.refundDeposit(1, alice, address(weth), 10e18, 8e18, START, 1 days, REFERRER);
        vm.stopPrank();

        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__BadDepositHash.selector);
        teller.refundDeposit(1, alice, address(weth), 10e18 + 1, 8e18, START, 1 days, REFERRER);
        vm.warp(START + 1 days);
        vm.expectEmit(address(teller));
        emit TellerCore.DepositRefunded(1, depositHash, alice);
        teller.refundDeposit(1, alice, address(weth), 10e18, 8e18, START, 1 days, REFERRER);
        assertEq(weth.balanceOf(alice), 1e27);
        assertEq(vault.totalSupply(), 0);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__BadDepositHash.selector);
        teller.refundDeposit(1, alice, address(weth), 10e18, 8e18, START, 1 days, REFERRER);
    }

    function testUnlockedSharesMoveAndAreNotRefunded() public {
        teller.setShareLockPeriod(1 days);
        _deposit(alice, address(weth), 10e18);
        vm.warp(START + 1 days);
        vm.prank(alice);
        vault.transfer(bob, 1e18);
        assertEq(vault.balanceOf(bob), 1e18);
        skip(1);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__SharesAreUnLocked.selector);
        teller.refundDeposit(1, alice, address(weth), 10e18, 8e18, START, 1 days, REFERRER);
    }

    function testTransfersAreDeniedByPartAndByPermission() public {
        _deposit(alice, address(weth), 10e18);
        bytes memory denied = abi.encodeWithSelector(
            ShareTransfer.TellerWithMultiAssetSupport__TransferDenied.selector, alice, bob, alice
        );
        teller.denyTo(bob);
        _assertTransferFails(denied);
        teller.allowTo(bob);
        teller.denyAll(alice);
        _assertTransferFails(denied);
        teller.allowAll(alice);
        teller.setPermissionedTransfers(true);
        assertTrue(teller.permissionedTransfers());
        _assertTransferFails(denied);
        teller.allowPermissionedOperator(alice);
        vm.prank(alice);
        assertTrue(vault.transfer(bob, 1));
    }

    function testRefusals() public {
        vm.startPrank(alice);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__MinimumMintNotMet.selector);
        teller.deposit(address(weth), 10e18, 8e18 + 1, REFERRER);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__ZeroAssets.selector);
        teller.deposit(address(weth), 0, 0, REFERRER);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__ZeroShares.selector);
        teller.deposit(address(weth), 1, 0, REFERRER);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__AssetNotSupported.selector);
        teller.deposit(bob, 1, 0, REFERRER);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__AssetNotSupported.selector);
        teller.withdraw(NATIVE, 1, 0, alice);
        vm.stopPrank();

        teller.setDepositCap(8e18);
        _deposit(alice, address(weth), 10e18);
        vm.prank(alice);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__DepositExceedsCap.selector);
        teller.deposit(address(weth), 2, 0, REFERRER);

        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__SharePremiumTooLarge.selector);
        teller.updateAssetData(bob, true, true, 1001);
        vm.expectRevert(ShareTransfer.TellerWithMultiAssetSupport__ShareLockPeriodTooLong.selector);
        teller.setShareLockPeriod(3 days + 1);
    }

    function testPauseOfTellerAndOfAccountant() public {
        teller.pause();
        vm.prank(alice);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__Paused.selector);
        teller.deposit(address(weth), 10e18, 0, REFERRER);
        teller.unpause();
        accountant.pause();
        vm.prank(alice);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        teller.deposit(address(weth), 10e18, 0, REFERRER);
    }

    function testFuzzInAndOutNeverProfits(uint96 rate, uint128 amount, bool isDollar) public {
        address asset = isDollar ? address(dollar) : address(weth);
        amount = uint128(bound(amount, isDollar ? 10 : 1e6, isDollar ? 1e15 : 1e27));
        rate = uint96(bound(rate, 1.2375e18, 1.2625e18));
        skip(3600);
        accountant.updateExchangeRate(rate);
        uint256 shares = _deposit(alice, asset, amount);
        vm.prank(alice);
        assertLe(teller.withdraw(asset, shares, 0, alice), amount);
    }

    function _assertTransferFails(bytes memory reason) private {
        vm.prank(alice);
        vm.expectRevert(reason);
        vault.transfer(bob, 1);
    }

    function _deposit(address user, address asset, uint256 amount) private returns (uint256) {
        vm.prank(user);
        return teller.deposit(asset, amount, 0, REFERRER);
    }
}

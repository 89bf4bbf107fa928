// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {TellerCore} from "../../src/teller/TellerCore.sol";
import {TellerLegacy} from "../../src/teller/TellerLegacy.sol";
import {TellerFixture} from "./TellerFixture.sol";

contract TellerLegacyTest is TellerFixture {
    TellerLegacy private teller;

    function setUp() public {
        _prepare();
        teller = new TellerLegacy(address(this), address(vault), address(accountant), address(weth));
        _open(teller);
        _publish(teller, TellerLegacy.deposit.selector);
        _publish(teller, TellerLegacy.depositWithPermit.selector);
    }

    function testOlderInterface() public pure {
        assertEq(TellerLegacy.deposit.selector, bytes4(0x0efe6a8b));
        assertEq(
            TellerLegacy.Deposit.selector,
            0xe96d7872363f475d18b2f5390caaa5eaa96b2d38e42c62afe4ac08ebd2b13c3a
        );
    }

    function testDepositAndRefund() public {
        teller.setShareLockPeriod(1 days);
        vm.expectEmit(address(teller));
        emit TellerLegacy.Deposit(1, alice, address(weth), 10e18, 8e18, START, 1 days);
        vm.prank(alice);
        teller.deposit(address(weth), 10e18, 8e18);
        bytes32 depositHash = teller.publicDepositHistory(1);
        vm.expectEmit(address(teller));
        emit TellerCore.DepositRefunded(1, depositHash, alice);
        teller.refundDeposit(1, alice, address(weth), 10e18, 8e18, START, 1 days);
        assertEq(weth.balanceOf(alice), 1e27);
    }

    function testPermit() public {
        vm.prank(alice);
        weth.approve(address(vault), 0);
        (uint8 v, bytes32 r, bytes32 s) = _permitOf(weth, 10e18, START + 1);
        vm.prank(alice);
        teller.depositWithPermit(address(weth), 10e18, 0, START + 1, v, r, s);
        assertEq(vault.balanceOf(alice), 8e18);
    }

    function testAssetsComeAndGo() public {
        vm.expectEmit(address(teller));
        emit TellerLegacy.AssetRemoved(address(weth));
        teller.removeAsset(address(weth));
        assertFalse(teller.isSupported(address(weth)));
        vm.prank(alice);
        vm.expectRevert(TellerCore.TellerWithMultiAssetSupport__AssetNotSupported.selector);
        teller.deposit(address(weth), 10e18, 0);
        vm.expectEmit(address(teller));
        emit TellerLegacy.AssetAdded(address(weth));
        teller.addAsset(address(weth));
        assertTrue(teller.isSupported(address(weth)));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccountantYieldStreaming} from "../../src/accountant/AccountantYieldStreaming.sol";
import {TellerYieldStreaming} from "../../src/teller/TellerYieldStreaming.sol";
import {TellerFixture} from "./TellerFixture.sol";

contract TellerYieldStreamingTest is TellerFixture {
    AccountantYieldStreaming private streaming;
    TellerYieldStreaming private teller;

    function setUp() public {
        _prepare();
        streaming = new AccountantYieldStreaming(
            address(this),
            address(vault),
            address(0xFEE),
            1e18,
            address(weth),
            10_100,
            9_900,
            3600,
            0,
            0
        );
        teller = new TellerYieldStreaming(
            address(this), address(vault), address(streaming), address(weth)
        );
        _open(teller);
        _publish(teller, 0x8b6099db);
        _publish(teller, teller.withdraw.selector);
        streaming.setAuthority(address(authority));
        authority.setUserRole(address(teller), 11, true);
        _allow(bytes4(keccak256("updateExchangeRate()")));
        _allow(AccountantYieldStreaming.setFirstDepositTimestamp.selector);
    }

    function testFirstDepositStartsTheAverage() public {
        skip(5 days);
        _deposit(alice, 10e18);
        (,,, uint64 start,) = streaming.vestingState();
        assertEq(start, START + 5 days);
        skip(1 days);
        _deposit(bob, 10e18);
        (,,, start,) = streaming.vestingState();
        assertEq(start, START + 5 days);
    }

    function testRateIsRoundedUpForWhoEnters() public {
        assertEq(_deposit(alice, 10e18), 9_999_999_999_999_999_990);
        assertLt(_deposit(alice, 10e18), 10e18);
    }

    function testEveryFlowBooksFirst() public {
        _deposit(alice, 1000e18);
        skip(1 days);
        streaming.vestYield(10e18, 1 days);
        skip(12 hours);
        assertGt(streaming.getPendingVestingGains(), 0);
        _deposit(bob, 1e18);
        assertEq(streaming.getPendingVestingGains(), 0);
        (,,,, uint96 booked,,,,,,,) = streaming.accountantState();
        assertEq(booked, streaming.getRate());
        assertEq(booked, 1.005e18);
        skip(6 hours);
        vm.prank(bob);
        teller.withdraw(address(weth), 1e17, 0, bob);
        (,, uint128 updatedAt,,) = streaming.vestingState();
        assertEq(updatedAt, block.timestamp);
    }

    function testAccountantOfAnotherOwnerRefuses() public {
        authority.setUserRole(address(teller), 11, false);
        vm.prank(alice);
        vm.expectRevert("UNAUTHORIZED");
        teller.deposit(address(weth), 1e18, 0, REFERRER);
    }

    function testFuzzInAndOutNeverProfits(uint256 yield, uint256 time, uint256 amount) public {
        _deposit(bob, 1000e18);
        skip(1 days);
        streaming.vestYield(bound(yield, 1, 40e18), 1 days);
        skip(bound(time, 0, 2 days));
        amount = bound(amount, 1e6, 1e24);
        uint256 shares = _deposit(alice, amount);
        vm.prank(alice);
        assertLe(teller.withdraw(address(weth), shares, 0, alice), amount);
    }

    function _allow(bytes4 selector) private {
        authority.setRoleCapability(11, address(streaming), selector, true);
    }

    function _deposit(address user, uint256 amount) private returns (uint256) {
        vm.prank(user);
        return teller.deposit(address(weth), amount, 0, REFERRER);
    }
}

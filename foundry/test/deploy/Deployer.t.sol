// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CREATE3} from "solady/utils/CREATE3.sol";
import {Test} from "forge-std/Test.sol";
import {Deployer} from "../../src/deploy/Deployer.sol";
import {Vault} from "../../src/vault/Vault.sol";

contract Payable {
    constructor() payable {}
}

contract Failing {
    constructor() {
        revert("no");
    }
}

contract DeployerTest is Test {
    address private immutable _OWNER = makeAddr("owner");
    Deployer private _deployer;

    function setUp() public {
        _deployer = new Deployer(_OWNER);
        vm.deal(_OWNER, 10 ether);
    }

    function _vaultCode(string memory symbol) private view returns (bytes memory) {
        return
            abi.encodePacked(
                type(Vault).creationCode, abi.encode(_OWNER, "Vault share", symbol, 18)
            );
    }

    function test_theAddressIsKnownBefore() public {
        address expected = _deployer.addressOf("vault");
        assertEq(expected.code.length, 0);
        vm.expectEmit(address(_deployer));
        emit Deployer.ContractDeployed("vault", expected);
        vm.prank(_OWNER);
        address deployed = _deployer.deploy("vault", _vaultCode("SHARE"), 0);
        assertEq(deployed, expected);
        assertEq(Vault(payable(deployed)).symbol(), "SHARE");
        assertEq(Vault(payable(deployed)).owner(), _OWNER);
    }

    /// @dev Other code under the same name, from the same deployer, comes to the same address.
    function testFuzz_theAddressDependsOnTheNameAlone(string memory name, bytes4 symbol) public {
        uint256 snapshot = vm.snapshotState();
        vm.prank(_OWNER);
        address first = _deployer.deploy(name, _vaultCode(string(abi.encodePacked(symbol))), 0);
        vm.revertToState(snapshot);
        vm.prank(_OWNER);
        address second = _deployer.deploy(name, type(Payable).creationCode, 0);
        assertEq(first, second);
        assertEq(first, _deployer.addressOf(name));
    }

    function testFuzz_otherNamesAreOtherAddresses(string memory a, string memory b) public view {
        vm.assume(keccak256(bytes(a)) != keccak256(bytes(b)));
        assertNotEq(_deployer.addressOf(a), _deployer.addressOf(b));
    }

    /// @dev keccak(0xff ‖ deployer ‖ salt ‖ proxy code hash), then the proxy's first CREATE.
    function test_theAddressIsTheOneOfCreate3() public view {
        bytes32 salt = keccak256("manager");
        bytes32 proxyCode = keccak256(hex"67363d3d37363d34f03d5260086018f3");
        address proxy = vm.computeCreate2Address(salt, proxyCode, address(_deployer));
        assertEq(_deployer.addressOf("manager"), vm.computeCreateAddress(proxy, 1));
    }

    function test_valueGoesToTheContract() public {
        vm.prank(_OWNER);
        address deployed =
            _deployer.deploy{value: 3 ether}("payable", type(Payable).creationCode, 2 ether);
        assertEq(deployed.balance, 2 ether);
        assertEq(address(_deployer).balance, 1 ether);
    }

    function test_aNameServesOnce() public {
        vm.startPrank(_OWNER);
        _deployer.deploy("once", type(Payable).creationCode, 0);
        vm.expectRevert(CREATE3.DeploymentFailed.selector);
        _deployer.deploy("once", type(Payable).creationCode, 0);
        vm.stopPrank();
    }

    function test_aFailingConstructor() public {
        vm.expectRevert(CREATE3.DeploymentFailed.selector);
        vm.prank(_OWNER);
        _deployer.deploy("failing", type(Failing).creationCode, 0);
    }

    function test_theOwnerAloneDeploys() public {
        vm.expectRevert("UNAUTHORIZED");
        _deployer.deploy("vault", type(Payable).creationCode, 0);
    }
}
